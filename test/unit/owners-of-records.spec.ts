import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('migrations/'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));

/** Returns the files that have a match, in the order of their names. */
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();
const writersOf = (table: string) => filesWith(new RegExp(`(INSERT INTO|UPDATE|DELETE FROM) ${table}\\b`));

/** Demonstration data is inserted before any calendar exists. */
const DEMO = ['administration/demo/demo-data.service.ts', 'administration/demo/seed.service.ts'];

describe('the owners of the records', () => {
  it.each([
    ['room_availability', ['inventory/room-availability.statements.ts']],
    ['availability_state', ['inventory/room-availability.statements.ts']],
    ['rate_room_availability', ['pricing/rate-room-availability.statements.ts']],
    ['price_state', ['pricing/rate-room-availability.statements.ts']],
    ['restriction_state', ['pricing/rate-room-availability.statements.ts']],
    ['held_price', ['pricing/held-prices/held-price.repository.ts']],
    // A flag of the plan says whether a push searches for held prices.
    ['rate_plan', ['pricing/held-prices/held-price.repository.ts']],
    // Operation 3 writes the capacity under the lock that the store holds.
    ['room', ['calendar/calendar-statements.ts']],
  ])('SQL that writes %s is in one file', (table, files) => {
    expect(writersOf(table)).toEqual(files);
  });

  it.each([
    ['Room', [...DEMO, 'room/room-administration.repository.ts']],
    ['RatePlan', [...DEMO, 'pricing/rate-plans/rate-plan.repository.ts']],
    ['RoomAvailability', ['inventory/room-availability.repository.ts']],
    ['RateRoomAvailability', ['pricing/rate-room-availability.repository.ts']],
    ['HeldPrice', ['pricing/held-prices/held-price.repository.ts']],
  ])('The Repository of %s is used by its module alone', (entity, files) => {
    expect(filesWith(new RegExp(`InjectRepository\\(${entity}\\)|getRepository\\(${entity}\\)`))).toEqual(
      files,
    );
  });

  it('Rooms are locked by the calendar alone', () => {
    expect(filesWith(/SELECT id FROM room WHERE[^;`]*FOR (NO KEY )?UPDATE/)).toEqual([
      'calendar/calendar-statements.ts',
    ]);
  });

  it.each([
    ['availability_state', ['inventory/room-availability-past.repository.ts']],
    ['price_state', ['pricing/rate-room-availability-past.repository.ts']],
    ['restriction_state', ['pricing/rate-room-availability-past.repository.ts']],
  ])('Only the module of the record, and two joining queries, read the past in %s', (table, files) => {
    const readers = filesWith(new RegExp(`'${table}'|FROM ${table}\\b`)).filter(
      (file) => !/-availability\.(repository|statements)\.ts$/.test(file),
    );
    // An undo counts the states of the dates in its entries. A late arrival looks for changes since its first attempt.
    const joined = [
      'administration/undo/pushed-cells.repository.ts',
      'push/late-arrivals/newer-changes.repository.ts',
    ];
    expect(readers.filter((file) => !joined.includes(file))).toEqual(files);
  });

  it('The tables of the past belong to the repositories of their records', () => {
    expect(filesWith(/new StateTable\(/)).toEqual([
      'inventory/room-availability-past.repository.ts',
      'pricing/rate-room-availability-past.repository.ts',
    ]);
  });
});
