import type { Attention } from '../attention';
import { formatCount } from '../format';
import { hrefOf } from '../router';

interface Point {
  words: string;
  href: string;
  isBad: boolean;
}

/** The problems in one line: "1 hotel silent · 10 prices held · 2 mails not delivered", or "All is well". */
export function Summary({ attention }: { attention: Attention }) {
  const points = pointsOf(attention);
  if (points.length === 0) {
    return (
      <p class="summary is-well">
        All is well: no hotel is silent, nothing is held or closed by people, every mail was delivered.
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
  const sum = (name: 'silentRooms' | 'heldPrices' | 'problems' | 'negativeRooms' | 'closures', of = hotels) =>
    of.reduce((total, hotel) => total + hotel[name], 0);
  const points: [number, string, string, string, string, boolean?][] = [
    [silent.length, 'hotel', 'hotels', 'silent', hrefOf('') + '#hotels', true],
    [sum('silentRooms', partly), 'room', 'rooms', 'silent in other hotels', hrefOf('') + '#hotels'],
    [sum('heldPrices'), 'price', 'prices', 'held', hrefOf('held-prices')],
    [sum('closures'), 'closure', 'closures', 'open', hrefOf('') + '#closures'],
    [undelivered.length, 'mail', 'mails', 'not delivered', hrefOf('mails', mailsQuery(undelivered)), true],
    [sum('problems'), 'call', 'calls', 'without effect in 24 hours', hrefOf('') + '#problems'],
    [sum('negativeRooms'), 'room', 'rooms', 'with a number below 0', hrefOf('rate-plans')],
  ];
  return points.flatMap(([count, one, many, what, href, isBad = false]) =>
    count === 0 ? [] : [{ words: `${formatCount(count)} ${count === 1 ? one : many} ${what}`, href, isBad }],
  );
}

/** The filter for the state that all of the mails have; empty if they differ. */
function mailsQuery(mails: Attention['undelivered']): { state?: string } {
  return mails.every(({ state }) => state === 'failed')
    ? { state: 'failed' }
    : mails.every(({ state }) => state === 'queued')
      ? { state: 'queued' }
      : {};
}
