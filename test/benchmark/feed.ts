import { join } from 'node:path';
import type { EventStream } from '../support/event-stream';
import { openStream } from '../support/event-stream';
import { ServiceProcess, TOKEN } from '../support/service-process';
import type { Bench } from './bench';
import type { RatioName } from './bounds';
import { Caller, pricePush } from './caller';
import type { Database } from './database';
import { createRoom, daysFromToday } from './rooms';
import type { Rounds } from './rounds';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const STREAMS = 200;
const ITEMS = 1_000;

/**
 * What the feed of changes adds to a small push, what open streams do, and what reading it takes. Each is held against
 * another service on the same database; all are new, so that none is better run in than the other.
 */
export async function measureFeed({ database, rounds }: Bench): Promise<Row[]> {
  const nodeOptions = ['--require', join(__dirname, 'without-feed.js')];
  const [feed, without, streaming] = await Promise.all([
    ServiceProcess.start(database.settings),
    ServiceProcess.start(database.settings, nodeOptions),
    ServiceProcess.start(database.settings),
  ]);
  const [withFeed, withoutFeed, withStreams] = [feed, without, streaming].map(
    (service) => new Caller(service, 1),
  ) as [Caller, Caller, Caller];
  // A few per cent show only over more rounds than the rest takes.
  const many = { ...rounds, rounds: rounds.rounds * 40 };
  const feedRow = await measure(database, [withFeed, withoutFeed], 'feed_over_none', many);
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => open(streaming)));
  const streamsRow = await measure(database, [withStreams, withFeed], 'push_beside_streams', many);
  for (const stream of streams) stream.close();
  const page = await inTurn({ read: () => () => readPage(withFeed) }, many);
  for (const caller of [withFeed, withoutFeed, withStreams]) caller.close();
  for (const service of [feed, without, streaming]) await service.terminate();
  const ms = `${page.read.toFixed(2)} ms`;
  return [feedRow, streamsRow, { name: 'changes_page_ms', ratio: page.read, service: ms }];
}

async function measure(
  { client }: Database,
  [one, other]: [Caller, Caller],
  name: RatioName,
  rounds: Rounds,
): Promise<Row> {
  const room = await createRoom(client);
  const days = daysFromToday(3);
  await one.push(pricePush(room, days, 100));
  const through = (caller: Caller, cents: number) => (round: number) => {
    const prices = pricePush(room, days, 101 + round + cents);
    return () => caller.push(prices);
  };
  const medians = await inTurn({ one: through(one, 0.1), other: through(other, 0.2) }, rounds);
  return timesRow(name, medians.one, medians.other);
}

/** Its events are taken as they come, and left alone. */
async function open(service: ServiceProcess): Promise<EventStream> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const stream = await openStream(`${service.url}/changes/stream?after=now`, headers);
  stream.rest().catch(() => undefined);
  return stream;
}

async function readPage(caller: Caller): Promise<void> {
  const page = await caller.get(`/changes?limit=${ITEMS}`);
  const { items } = JSON.parse(page) as { items: unknown[] };
  if (items.length !== ITEMS) throw new Error(`The feed has ${items.length} items, not ${ITEMS}`);
}
