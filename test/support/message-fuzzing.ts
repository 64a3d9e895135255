import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TestService } from './service';

/** The number of mutated messages. More take longer: `FUZZ_MESSAGES=10000`. */
const MESSAGES = Number(process.env['FUZZ_MESSAGES'] ?? 300);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const MAX_GROWTH_BYTES = 16 * 1024 * 1024;

/** How long the test may take. */
export const FUZZ_TIME_LIMIT = 60_000 + MESSAGES * 100;

/** The parts of a message that mutations replace, and their replacements. */
export interface MessageFormat {
  value: { pattern: RegExp; write: (snippet: string) => string };
  name: { pattern: RegExp; write: (snippet: string) => string };
  /** Texts that a broken or hostile sender may write anywhere. */
  snippets: readonly string[];
}

/** A message that works. */
export interface FuzzedMessage {
  body: string;
  /** Most messages are mutated only after this offset. */
  start: number;
}

/** A mutation: its kind, its place as a fraction of the length, and its content. */
type Mutation =
  | { kind: 'insert' | 'value' | 'name'; at: number; snippet: string }
  | { kind: 'delete' | 'repeat'; at: number; length: number }
  | { kind: 'byte'; at: number; value: number };

/**
 * Sends mutated messages. A message that is not applied must change nothing. The second half of the messages must not
 * increase the memory of the service.
 * @param send sends a message and checks the form of its answer
 * @returns how often each outcome came
 */
export async function fuzzMessages(
  service: TestService,
  format: MessageFormat,
  examples: readonly FuzzedMessage[],
  send: (message: Buffer) => Promise<{ outcome: string; isApplied: boolean }>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  let last = await storedBy(service);
  const property = fc.asyncProperty(
    fc.constantFrom(...examples),
    fc.array(mutationOf(format), { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 0, max: 9 }),
    async ({ body, start }, mutations, n) => {
      const from = n === 0 ? 0 : start;
      const message = mutations.reduce<Buffer>(
        (sent, mutation) => mutate(sent, from, mutation, format),
        Buffer.from(body),
      );
      const { outcome, isApplied } = await send(message);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const now = await storedBy(service);
      if (!isApplied) expect(now).toBe(last);
      last = now;
    },
  );
  const numRuns = Math.ceil(MESSAGES / 2);
  await fc.assert(property, { numRuns, seed: SEED });
  const before = usedMemory();
  await fc.assert(property, { numRuns, seed: SEED + 1 });
  const growth = usedMemory() - before;
  if (process.env['FUZZ_MESSAGES']) console.log(outcomes, `${(growth / 1024 / 1024).toFixed(1)} MiB more`);
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
  return outcomes;
}

/** A digest of the values that messages may change. */
async function storedBy({ dataSource }: TestService): Promise<string | undefined> {
  const [row] = await dataSource.query<{ sum: string }[]>(
    `SELECT md5(concat((SELECT string_agg(r::text, ',' ORDER BY r) FROM room_availability AS r),
                       (SELECT string_agg(p::text, ',' ORDER BY p) FROM rate_room_availability AS p))) AS sum`,
  );
  return row?.sum;
}

/** @returns the bytes in use after a garbage collection */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function mutationOf({ snippets }: MessageFormat): fc.Arbitrary<Mutation> {
  const at = fc.noBias(fc.integer({ min: 0, max: 9_999 }).map((number) => number / 10_000));
  const snippet = fc.constantFrom(...snippets);
  return fc.oneof(
    fc.record({ kind: fc.constantFrom('insert' as const, 'value' as const, 'name' as const), at, snippet }),
    fc.record({
      kind: fc.constantFrom('delete' as const, 'repeat' as const),
      at,
      length: fc.integer({ min: 1, max: 200 }),
    }),
    fc.record({ kind: fc.constant('byte' as const), at, value: fc.integer({ min: 0, max: 255 }) }),
  );
}

/** Mutates the part of a message from an offset on. */
function mutate(message: Buffer, from: number, change: Mutation, { value, name }: MessageFormat): Buffer {
  const place = from + Math.floor(change.at * (message.length - from));
  const [before, after] = [message.subarray(0, place), message.subarray(place)];
  switch (change.kind) {
    case 'insert':
      return Buffer.concat([before, Buffer.from(change.snippet), after]);
    case 'delete':
      return Buffer.concat([before, after.subarray(change.length)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, change.length), after]);
    case 'byte':
      return Buffer.concat([before, Buffer.from([change.value]), after.subarray(1)]);
    case 'value':
      return Buffer.concat([before, replaceFirst(after, value.pattern, value.write(change.snippet))]);
    case 'name':
      return Buffer.concat([before, replaceFirst(after, name.pattern, name.write(change.snippet))]);
  }
}

function replaceFirst(bytes: Buffer, pattern: RegExp, replacement: string): Buffer {
  return Buffer.from(
    bytes.toString('latin1').replace(pattern, () => replacement),
    'utf8',
  );
}
