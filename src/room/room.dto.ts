import { Matches } from 'class-validator';
import { getSchemaPath, OmitType, PartialType } from '@nestjs/swagger';
import { ApiModel } from '../platform/openapi/api-docs';
import { CountField, IdField, NameField, SearchField, TextField } from '../platform/http/fields';
import { PROPERTY_CODE } from './property-code';
import { Property } from '../platform/http/property';
import { PageOf, PageQuery } from '../platform/http/page.dto';

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
  /** The id that the platform already uses; left out, the service assigns one @example "1001" */
  @IdField(optional) id?: string;
  /** The name of the room @example "Twin" */
  @NameField() name!: string;
  /** The property that the room belongs to @example "Hotel Bar" */
  @NameField(clearable) propertyName?: string | null;
  /**
   * The code of the property for other channel managers, 1 to 16 printable ASCII characters: all rooms of the
   * property share it
   * @example "H1"
   */
  @TextField(clearable)
  @Matches(PROPERTY_CODE, { message: '$property must be 1 to 16 printable ASCII characters' })
  propertyCode?: string | null;
  /** Rooms of this kind @example 5 */
  @CountField(clearable) totalRooms?: number | null;
  /** The largest number of guests @example 3 */
  @CountField(clearable) maximumGuests?: number | null;
  /** The largest number of adults @example 2 */
  @CountField(clearable) adults?: number | null;
  /** The largest number of children @example 1 */
  @CountField(clearable) children?: number | null;
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
export class ListRoomsDto extends PageQuery(TextField(optional)) {
  /**
   * Words that must each be in the name of the room or of its property, in upper or lower case. The best
   * matches come first
   */
  @SearchField() search?: string;
  /** Only rooms of this property, for example Hotel Bar */
  @NameField(optional) propertyName?: string;
}

/** A rate plan as part of its room. */
export class RatePlanOfRoom {
  /** The id of the rate plan @example "12" */ id!: string;
  /** The room that it belongs to @example "1" */ roomId!: string;
  /** The name of the rate plan @example "Flexible" */ name!: string;
  /** The ISO 4217 code of its prices @example "EUR" */ currency!: string;
  /** The derivation of its prices from its parent */
  @Property({ allOf: [{ $ref: getSchemaPath('Derivation') }], example: null }) derivation!: object | null;
  /** The limits outside of which pushed prices are held */
  @Property({ allOf: [{ $ref: getSchemaPath('PriceGuard') }], example: null }) guard!: object | null;
}

/** A room, with its rate plans. */
@ApiModel('Room')
export class RoomView {
  /** The id of the room @example "1" */ id!: string;
  /** The name of the room @example "Double" */ name!: string;
  /** The property that the room belongs to @example "Hotel Bar" */ propertyName!: string | null;
  /** The code of the property for other channel managers @example "H1" */ propertyCode!: string | null;
  /** Rooms of this kind, which operation 3 sets @example 5 */
  @Property({ type: 'integer' }) totalRooms!: number | null;
  /** The largest number of guests @example 3 */
  @Property({ type: 'integer' }) maximumGuests!: number | null;
  /** The largest number of adults @example 2 */
  @Property({ type: 'integer' }) adults!: number | null;
  /** The largest number of children @example 1 */
  @Property({ type: 'integer' }) children!: number | null;
  /** The sandbox that it belongs to; null for a real room */
  @Property({ format: 'uuid', example: null }) sandboxId!: string | null;
  /** Its rate plans */ ratePlans!: RatePlanOfRoom[];
}

/** A page of rooms. */
export class RoomPage extends PageOf(RoomView, 'Rooms, by id; those of a search by how well they match') {}
