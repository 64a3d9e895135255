import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS as OPERATIONS_OF_PAGE } from '../../web/journal/operations';
import { CALENDAR_FIELDS } from '../../src/calendar/calendar-field';
import { RESTRICTIONS } from '../../src/calendar/restrictions';
import type { PushKind } from '../../src/push/operations';
import {
  ADMINISTRATION,
  IS_PUSH,
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
  it.each(PUSH_OPERATIONS)('Only the registry and the folder of %s name it', (operation) => {
    const folder = OWN_FOLDERS[PUSHES[operation].sets];
    const naming = sources('src').filter(
      (file) =>
        !file.startsWith(folder) &&
        !MAY_NAME_ANY.test(file) &&
        readFileSync(file, 'utf8').includes(operation),
    );
    expect(naming).toEqual([]);
  });

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
  });

  it('The registry says what can be undone', () => {
    expect(UNDOABLE_OPERATIONS).toEqual([
      ...UNDOABLE_PUSHES,
      'recalculatePrices',
      'changeDerivations',
      'releaseHeldPrices',
      'undo',
    ]);
    expect(UNDOABLE_PUSHES).toEqual(PUSH_OPERATIONS);
  });

  it('The SQL condition finds pushes only', () => {
    for (const operation of PUSH_OPERATIONS) expect(IS_PUSH).toContain(`'${operation}'`);
    for (const operation of Object.keys(ADMINISTRATION)) expect(IS_PUSH).not.toContain(`'${operation}'`);
  });

  it('The registry says what an operation is in the story of a price', () => {
    expect(PUSH_OPERATIONS.map(storyOf)).toEqual(PUSH_OPERATIONS.map(() => 'push'));
    expect(
      (['releaseHeldPrices', 'undo', 'changeRatePlan', 'changeDerivations'] as const).map(storyOf),
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
