import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS as OPERATIONS_OF_PAGE } from '../../web/journal/operations';
import { CALENDAR_FIELDS } from '../../src/calendar/calendar-field';
import { RESTRICTIONS } from '../../src/calendar/restrictions';
import type { PushKind } from '../../src/push/operations';
import {
  ADMINISTRATION,
  dialectOf,
  FIELD_LETTER,
  fieldSetBy,
  IS_PUSH,
  isRoomInAddress,
  labelOf,
  MAX_MESSAGE_BYTES,
  MESSAGE_OPERATIONS,
  OPERATIONS,
  PUSH_OPERATIONS,
  PUSHES,
  pushesThatSet,
  storyOf,
  UNDOABLE_OPERATIONS,
  UNDOABLE_PUSHES,
} from '../../src/push/operations';

/** A push operation may be named in the registry, its own folder, documentation, and the demo data. */
const OWN_FOLDERS: Record<PushKind, string> = {
  roomsLeft: 'src/inventory/',
  price: 'src/pricing/',
  room: 'src/room/',
  closed: 'src/restrictions/',
  message: 'src/dialects/',
  ...Object.fromEntries(RESTRICTIONS.map((name) => [name, 'src/restrictions/'])),
} as Record<PushKind, string>;
/** Scenarios say which operation a sender has to call. */
const MAY_NAME_ANY =
  /^src\/(push\/operations\.ts|administration\/demo\/.*|.*\.docs\.ts|platform\/openapi\/.*|proof\/.*-scenarios\.ts)$/;

describe('the registry of operations', () => {
  it.each(PUSH_OPERATIONS)(
    'Only the registry and the folder of an operation name the operation: %s',
    (operation) => {
      const folder = OWN_FOLDERS[PUSHES[operation].sets];
      const naming = sources('src').filter(
        (file) =>
          !file.startsWith(folder) &&
          !MAY_NAME_ANY.test(file) &&
          readFileSync(file, 'utf8').includes(operation),
      );
      expect(naming).toEqual([]);
    },
  );

  it('One list has every operation', () => {
    expect(OPERATIONS).toEqual([...PUSH_OPERATIONS, ...Object.keys(ADMINISTRATION)]);
  });

  it('No operation and no path occurs twice', () => {
    expect(new Set(OPERATIONS).size).toBe(OPERATIONS.length);
    const paths = PUSH_OPERATIONS.map((operation) => PUSHES[operation].path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('The registry says which pushes set what', () => {
    const all = ([...CALENDAR_FIELDS, 'room'] as const).flatMap(pushesThatSet);
    expect([...new Set(all)].toSorted()).toEqual(PUSH_OPERATIONS.toSorted());
    expect(pushesThatSet('price')).toEqual(['updateCalendarPrices', 'channexChanges', 'siteconnectMessage']);
    expect(pushesThatSet('room')).toEqual(['roomEditChannelManager', 'getRoomResponseConnectivity']);
  });

  it('The registry says which operations bring messages, and in which dialect', () => {
    expect(MESSAGE_OPERATIONS).toEqual([
      { operation: 'channexChanges', dialect: 'channex' },
      { operation: 'siteconnectMessage', dialect: 'siteconnect' },
    ]);
    expect((['siteconnectMessage', 'updateCalendarPrices', 'undo'] as const).map(dialectOf)).toEqual([
      'siteconnect',
      null,
      null,
    ]);
    expect(MAX_MESSAGE_BYTES).toBe(10_485_760);
  });

  it('The address of a push names the room, unless the push edits the room or is a message', () => {
    expect(PUSH_OPERATIONS.filter((operation) => !isRoomInAddress(operation))).toEqual([
      'roomEditChannelManager',
      'getRoomResponseConnectivity',
      'channexChanges',
      'siteconnectMessage',
    ]);
  });

  it('The registry says which field the records of an entry set', () => {
    const operations = [
      'updateCalendarInventory',
      'updateCalendarPrices',
      'updateCalendarMaxStay',
      'roomEditChannelManager',
      'channexChanges',
      'undo',
    ] as const;
    expect(operations.map(fieldSetBy)).toEqual([
      'roomsLeft',
      'price',
      'maxStay',
      'roomsLeft',
      'roomsLeft',
      'price',
    ]);
  });

  it.each([
    `CASE entry.operation WHEN 'updateCalendarInventory' THEN 'r' WHEN 'updateCalendarPrices' THEN 'p' `,
    ` WHEN 'updateCalendarMaxStay' THEN 'x' `,
    ` WHEN 'roomEditChannelManager' THEN 'r' `,
    ` WHEN 'undo' THEN 'p' END`,
  ])('SQL reads the letter of the field that the records of an entry set: %s', (part) => {
    expect(FIELD_LETTER).toContain(part);
  });

  it('Each operation has a label of its own for people', () => {
    const labels = OPERATIONS.map(labelOf);
    expect(labels).not.toContain('');
    expect(new Set(labels).size).toBe(OPERATIONS.length);
    expect((['updateCalendarPrices', 'undo'] as const).map(labelOf)).toEqual(['Prices', 'Undo']);
  });

  it('The registry says what can be undone', () => {
    expect(UNDOABLE_OPERATIONS).toEqual([
      ...UNDOABLE_PUSHES,
      'recalculatePrices',
      'changeRatePlans',
      'releaseHeldPrices',
      'undo',
    ]);
    expect(UNDOABLE_PUSHES).toEqual(PUSH_OPERATIONS);
  });

  it('The SQL condition finds pushes only', () => {
    const pushes = PUSH_OPERATIONS.map((operation) => `'${operation}'`);
    expect(IS_PUSH).toBe(`operation IN (${pushes.join(', ')})`);
    for (const operation of Object.keys(ADMINISTRATION)) expect(IS_PUSH).not.toContain(`'${operation}'`);
  });

  it('The registry says how the story of a price shows an operation', () => {
    expect(PUSH_OPERATIONS.map(storyOf)).toEqual(PUSH_OPERATIONS.map(() => 'push'));
    expect(
      (['releaseHeldPrices', 'undo', 'changeRatePlan', 'changeRatePlans'] as const).map(storyOf),
    ).toEqual(['release', 'undo', 'derivation', 'derivation']);
  });

  it('The page has the operations of the registry', () => {
    const registered = Object.fromEntries([
      ...Object.entries(PUSHES).map(([name, { label, isUndoable, sets }]) => [
        name,
        { label, isUndoable, sets },
      ]),
      ...Object.entries(ADMINISTRATION).map(([name, { label, isUndoable }]) => [name, { label, isUndoable }]),
    ]);
    expect(OPERATIONS_OF_PAGE).toEqual(registered);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
