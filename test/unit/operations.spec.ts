import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS as OPERATIONS_OF_PAGE } from '../../web/journal/operations';
import {
  ADMINISTRATION,
  IS_PUSH,
  OPERATIONS,
  PUSH_OPERATIONS,
  PUSHES,
  pushesThatSet,
  UNDOABLE_OPERATIONS,
  UNDOABLE_PUSHES,
} from '../../src/push/operations';

/** Where a push operation may be named: the registry, its own folder, documentation, and the data of the demo. */
const OWN_FOLDERS = { inventory: 'src/inventory/', prices: 'src/pricing/', room: 'src/room/' };
const MAY_NAME_ANY =
  /^src\/(push\/operations\.ts|administration\/demo\/.*|.*\.docs\.ts|platform\/openapi\/.*)$/;

describe('the registry of operations', () => {
  it.each(PUSH_OPERATIONS)('is the only list that names %s', (operation) => {
    const folder = OWN_FOLDERS[PUSHES[operation].sets];
    const naming = sources('src').filter(
      (file) =>
        !file.startsWith(folder) &&
        !MAY_NAME_ANY.test(file) &&
        readFileSync(file, 'utf8').includes(operation),
    );
    expect(naming).toEqual([]);
  });

  it('has every operation in one list', () => {
    expect(OPERATIONS).toEqual([...PUSH_OPERATIONS, ...Object.keys(ADMINISTRATION)]);
  });

  it('gives every operation and every path once', () => {
    expect(new Set(OPERATIONS).size).toBe(OPERATIONS.length);
    const paths = PUSH_OPERATIONS.map((operation) => PUSHES[operation].path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('says which pushes set what', () => {
    const all = (['inventory', 'prices', 'room'] as const).flatMap(pushesThatSet);
    expect(all.toSorted()).toEqual(PUSH_OPERATIONS.toSorted());
  });

  it('says what can be undone', () => {
    expect(UNDOABLE_OPERATIONS).toEqual([...UNDOABLE_PUSHES, 'releaseHeldPrices', 'undo']);
    expect(UNDOABLE_PUSHES).toEqual(PUSH_OPERATIONS);
  });

  it('recognizes a push in SQL', () => {
    for (const operation of PUSH_OPERATIONS) expect(IS_PUSH).toContain(`'${operation}'`);
    for (const operation of Object.keys(ADMINISTRATION)) expect(IS_PUSH).not.toContain(`'${operation}'`);
  });

  it('is what the page knows', () => {
    const registered = Object.fromEntries([
      ...Object.entries(PUSHES).map(([name, { label, isUndoable, sets }]) => [
        name,
        { label, isUndoable, sets },
      ]),
      ...Object.entries(ADMINISTRATION),
    ]);
    expect(OPERATIONS_OF_PAGE).toEqual(registered);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
