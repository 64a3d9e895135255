import { Matches } from 'class-validator';
import { ApiProperty, getSchemaPath, OmitType, PartialType } from '@nestjs/swagger';
import { ApiModel } from '../platform/openapi/api-docs';
import {
  CountField,
  IdField,
  LimitField,
  NameField,
  NextCursor,
  SearchField,
  TextField,
} from '../platform/http/fields';
import { PROPERTY_CODE } from './property-code';

const optional = { required: false } as const;
const clearable = { required: false, nullable: true } as const;

/** A new room. */
@ApiModel('NewRoom', {
  'A room': {
    value: {
      name: 'Twin',
      propertyName: 'Hotel Bar',
      totalRooms: 4,
      maximumGuests: 3,
      adults: 2,
      children: 1,
    },
  },
  'Only a name': { value: { name: 'Attic' } },
  'With the id that it has on the platform': {
    value: { id: '1001', name: 'Family room', propertyName: 'Hotel Bar', totalRooms: 2 },
  },
})
export class CreateRoomDto {
  @IdField({
    ...optional,
    example: '1001',
    description: 'The id that the platform already uses; left out, the service assigns one',
  })
  id?: string;

  @NameField({ description: 'The name of the room', required: true, example: 'Twin' })
  name!: string;

  @NameField({ description: 'The property that the room belongs to', ...clearable, example: 'Hotel Bar' })
  propertyName?: string | null;

  @TextField({
    description:
      'The code of the property for other channel managers, 1 to 64 printable ASCII characters: all rooms of the ' +
      'property share it',
    ...clearable,
    example: 'H1',
  })
  @Matches(PROPERTY_CODE, { message: '$property must be 1 to 64 printable ASCII characters' })
  propertyCode?: string | null;

  @CountField({ description: 'Rooms of this kind', ...clearable, example: 5 })
  totalRooms?: number | null;

  @CountField({ description: 'The largest number of guests', ...clearable, example: 3 })
  maximumGuests?: number | null;

  @CountField({ description: 'The largest number of adults', ...clearable, example: 2 })
  adults?: number | null;

  @CountField({ description: 'The largest number of children', ...clearable, example: 1 })
  children?: number | null;
}

/** Changes of a room; a field that is left out stays unchanged, and null clears a nullable one. */
@ApiModel('RoomChanges', {
  'Another name': { value: { name: 'Double with balcony' } },
  'More rooms, and children cleared': { value: { totalRooms: 6, children: null } },
})
export class ChangeRoomDto extends PartialType(OmitType(CreateRoomDto, ['id']), {
  skipNullProperties: false,
}) {}

/** Selects rooms. */
export class ListRoomsDto {
  @SearchField(
    'Words that must each be in the name of the room or of its property, in upper or lower case. The best matches come first',
  )
  search?: string;

  @NameField({ ...optional, description: 'Only rooms of this property, for example Hotel Bar' })
  propertyName?: string;

  @LimitField()
  limit = 50;

  @TextField({ ...optional, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

/** A rate plan as part of its room. */
export class RatePlanOfRoom {
  @ApiProperty({ description: 'The id of the rate plan', example: '12' }) id!: string;
  @ApiProperty({ description: 'The room that it belongs to', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'The name of the rate plan', example: 'Flexible' }) name!: string;
  @ApiProperty({ description: 'The ISO 4217 code of its prices', example: 'EUR' }) currency!: string;
  @ApiProperty({
    allOf: [{ $ref: getSchemaPath('Derivation') }],
    nullable: true,
    description: 'The derivation of its prices from its parent',
    example: null,
  })
  derivation!: object | null;
  @ApiProperty({
    allOf: [{ $ref: getSchemaPath('PriceGuard') }],
    nullable: true,
    description: 'The limits outside of which pushed prices are held',
    example: null,
  })
  guard!: object | null;
}

/** A room, with its rate plans. */
@ApiModel('Room')
export class RoomView {
  @ApiProperty({ description: 'The id of the room', example: '1' }) id!: string;
  @ApiProperty({ description: 'The name of the room', example: 'Double' }) name!: string;
  @ApiProperty({
    description: 'The property that the room belongs to',
    type: String,
    nullable: true,
    example: 'Hotel Bar',
  })
  propertyName!: string | null;
  @ApiProperty({
    description: 'The code of the property for other channel managers',
    type: String,
    nullable: true,
    example: 'H1',
  })
  propertyCode!: string | null;
  @ApiProperty({
    description: 'Rooms of this kind, which operation 3 sets',
    type: 'integer',
    nullable: true,
    example: 5,
  })
  totalRooms!: number | null;
  @ApiProperty({ description: 'The largest number of guests', type: 'integer', nullable: true, example: 3 })
  maximumGuests!: number | null;
  @ApiProperty({ description: 'The largest number of adults', type: 'integer', nullable: true, example: 2 })
  adults!: number | null;
  @ApiProperty({ description: 'The largest number of children', type: 'integer', nullable: true, example: 1 })
  children!: number | null;
  @ApiProperty({
    description: 'The sandbox that it belongs to; null for a real room',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  sandboxId!: string | null;
  @ApiProperty({ description: 'Its rate plans', type: [RatePlanOfRoom] }) ratePlans!: RatePlanOfRoom[];
}

/** A page of rooms. */
export class RoomPage {
  @ApiProperty({ description: 'Rooms, by id; those of a search by how well they match', type: [RoomView] })
  items!: RoomView[];
  @NextCursor() nextCursor!: string | null;
}
