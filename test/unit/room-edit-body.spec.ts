import { parseExactJson } from '../../src/platform/http/exact-json';
import { readRoomEdit, RoomEditError } from '../../src/room/room-edit-body';

const capacityOf = (body: object) => readRoomEdit({ id: '1', ...body }).capacity;
const NOTHING = { maximumGuests: null, totalRooms: null, adults: null, children: null };

describe('an edit of a room', () => {
  it('An edit is read field by field', () => {
    expect(readRoomEdit({ id: '7', qty: 5, maxGuests: 4, maxAdults: 3, maxChildren: 2 })).toEqual({
      roomId: '7',
      capacity: { maximumGuests: 4, totalRooms: 5, adults: 3, children: 2 },
    });
  });

  it('A missing or null field becomes null', () => {
    expect(capacityOf({})).toEqual(NOTHING);
    expect(capacityOf({ qty: null, maxGuests: null, maxAdults: null, maxChildren: null })).toEqual(NOTHING);
  });

  it('MaxGuests is read only if maxGuests is missing', () => {
    expect(capacityOf({ MaxGuests: 4 }).maximumGuests).toBe(4);
    expect(capacityOf({ MaxGuests: 4, maxGuests: 3 }).maximumGuests).toBe(3);
    expect(capacityOf({ MaxGuests: 4, maxGuests: null }).maximumGuests).toBeNull();
  });

  it.each([
    ['5', 5],
    [5.0, 5],
    ['5e0', 5],
    [-3, -3],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [-(2 ** 31), -(2 ** 31)],
  ])('The number %p is read as %p', (qty, stored) => {
    expect(capacityOf({ qty }).totalRooms).toBe(stored);
  });

  it.each(['', ' ', 'five', '5.5', 2.5, 2 ** 31, -(2 ** 31) - 1, 'Infinity', NaN, true, {}, [5]])(
    'A quantity of %p cannot be stored',
    (qty) => {
      expect(() => capacityOf({ qty })).toThrow(
        new RoomEditError('qty is not a value that the database can hold'),
      );
    },
  );

  it.each([
    ['maxGuests', { maxGuests: 'many' }],
    ['maxGuests', { MaxGuests: 'many' }],
    ['maxAdults', { maxAdults: 'many' }],
    ['maxChildren', { maxChildren: 'many' }],
  ])('The error names %s as the field that cannot be stored from %j', (field, body) => {
    expect(() => capacityOf(body)).toThrow(`${field} is not a value`);
  });

  it.each([
    ['"0012"', '12'],
    ['12', '12'],
    ['9007199254740991', '9007199254740991'],
    ['"9223372036854775807"', '9223372036854775807'],
  ])('The id %s is that of room %s', (id, roomId) => {
    expect(readRoomEdit(parseExactJson(`{"id":${id}}`)).roomId).toBe(roomId);
  });

  it.each([
    '9007199254740993',
    '9007199254740992',
    '1.5',
    '0',
    '-1',
    '"one"',
    '""',
    'null',
    'true',
    '["1"]',
    '{}',
  ])('The parser refuses %s as the id of a room', (id) => {
    expect(() => readRoomEdit(parseExactJson(`{"id":${id}}`))).toThrow(
      new RoomEditError('id is not the id of a room'),
    );
  });

  it.each<[object, string]>([
    [{ allbookersId: '7', id: '8' }, '7'],
    [{ allbookersId: null, id: '8' }, '8'],
    [{ id: 8 }, '8'],
  ])('A room synchronization with %j is for room %s', (body, roomId) => {
    expect(readRoomEdit(body, ['allbookersId', 'id']).roomId).toBe(roomId);
  });

  it.each<[object, string]>([
    [{ allbookersId: 'one', id: '8' }, 'allbookersId'],
    [{ allbookersId: null, id: 'one' }, 'id'],
    [{}, 'allbookersId'],
  ])('The refusal of a room synchronization with %j names %s', (body, name) => {
    expect(() => readRoomEdit(body, ['allbookersId', 'id'])).toThrow(
      new RoomEditError(`${name} is not the id of a room`),
    );
  });

  it.each([null, undefined, [], [{ id: '1' }], 'text', 1])('The parser refuses %p as an edit', (body) => {
    expect(() => readRoomEdit(body)).toThrow(new RoomEditError('The body is not an object'));
  });
});
