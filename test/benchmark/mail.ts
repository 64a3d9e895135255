import { join } from 'node:path';
import { MailServer } from '../support/smtp';
import type { Bench } from './bench';
import type { Caller } from './caller';
import { inventoryPush } from './caller';
import { daysFromToday } from './rooms';
import { inTurn, median } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const PUSHES_A_ROUND = 50;
const MAX_MAILS = 3;
const ROOM = '9223372036854775807';

/**
 * Measures what e-mails add to pushes for a missing room, compared with a second service on the same database that
 * sends none about it.
 * @throws Error if the pushes make more than three mails
 */
export async function measureMail(bench: Bench): Promise<Row[]> {
  const { database, isQuick } = bench;
  const mailServer = await new MailServer().start();
  bench.endLater(() => mailServer.stop());
  const settings = { ...database.settings, SMTP_URL: mailServer.url };
  const nodeOptions = ['--require', join(__dirname, 'without-mail.js')];
  const [withMail, withoutMail] = await Promise.all([
    bench.startService(settings),
    bench.startService(settings, nodeOptions),
  ]);
  const callers = [bench.connect(withMail, 1), bench.connect(withoutMail, 1)] as const;
  const medians = await inTurn(
    { with: () => () => medianPush(callers[0]), without: () => () => medianPush(callers[1]) },
    { rounds: (isQuick ? 450 : 10_000) / PUSHES_A_ROUND, warmUp: 2 },
  );
  // Any service may have delivered them. Without a mail server, it writes them to the log.
  const { rows } = await database.client.query<{ mails: number }>(
    `SELECT count(*)::integer AS mails FROM notification WHERE room_id = $1`,
    [ROOM],
  );
  const mails = rows[0]?.mails ?? 0;
  if (mails > MAX_MAILS) throw new Error(`Pushes for one missing room made ${mails} mails`);
  const row = timesRow('mail_over_none', medians.with, medians.without);
  return [{ ...row, service: `${row.service}, ${mails} mails` }];
}

/** Pushes to a missing room. @returns the median time of a push in milliseconds */
async function medianPush(caller: Caller): Promise<number> {
  const push = inventoryPush({ id: ROOM, ratePlanIds: ['1'] }, daysFromToday(1), 1);
  const times: number[] = [];
  for (let n = 0; n < PUSHES_A_ROUND; n++) {
    const start = performance.now();
    await caller.expectMissing(push);
    times.push(performance.now() - start);
  }
  return median(times);
}
