import type { Attention } from '../attention';
import { formatCount } from '../format';
import { hrefOf } from '../router';

interface Point {
  words: string;
  href: string;
  isBad: boolean;
}

/** What is wrong, in one line: "1 hotel silent · 10 prices held · 2 mails not delivered", or "All is well". */
export function Summary({ attention }: { attention: Attention }) {
  const points = pointsOf(attention);
  if (points.length === 0) {
    return (
      <p class="summary is-well">
        All is well: every hotel is heard, nothing is held, every mail was delivered.
      </p>
    );
  }
  return (
    <ul class="summary" aria-label="What is wrong">
      {points.map(({ words, href, isBad }) => (
        <li key={words} class={isBad ? 'is-bad' : undefined}>
          <a href={href}>{words}</a>
        </li>
      ))}
    </ul>
  );
}

function pointsOf({ hotels, undelivered }: Attention): Point[] {
  const silent = hotels.filter(({ rooms, silentRooms }) => silentRooms === rooms);
  const partly = hotels.filter(({ rooms, silentRooms }) => silentRooms > 0 && silentRooms < rooms);
  const sum = (name: 'silentRooms' | 'heldPrices' | 'problems' | 'negativeRooms', of = hotels) =>
    of.reduce((total, hotel) => total + hotel[name], 0);
  const points: [number, string, string, string, string, boolean?][] = [
    [silent.length, 'hotel', 'hotels', 'silent', hrefOf('') + '#hotels', true],
    [sum('silentRooms', partly), 'room', 'rooms', 'silent in other hotels', hrefOf('') + '#hotels'],
    [sum('heldPrices'), 'price', 'prices', 'held', hrefOf('held-prices')],
    [undelivered.length, 'mail', 'mails', 'not delivered', hrefOf('mails', mailsQuery(undelivered)), true],
    [sum('problems'), 'call', 'calls', 'without effect in 24 hours', hrefOf('journal', { from: dayAgo() })],
    [sum('negativeRooms'), 'room', 'rooms', 'with a number below 0', hrefOf('rate-plans')],
  ];
  return points.flatMap(([count, one, many, what, href, isBad = false]) =>
    count === 0 ? [] : [{ words: `${formatCount(count)} ${count === 1 ? one : many} ${what}`, href, isBad }],
  );
}

/** The state that most of them have. */
function mailsQuery(mails: Attention['undelivered']): { state?: string } {
  return mails.every(({ state }) => state === 'failed')
    ? { state: 'failed' }
    : mails.every(({ state }) => state === 'queued')
      ? { state: 'queued' }
      : {};
}

/** To the minute: an address that can be kept. */
function dayAgo(): string {
  return `${new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 16)}:00Z`;
}
