import type { Attention } from '../attention';
import { counted } from '../format';
import { dayAgo } from '../moment';
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

function pointsOf({ totals }: Attention): Point[] {
  const mails = totals.failedMails + totals.delayedMails;
  const points: [number, string, string, string, string, boolean?][] = [
    [totals.silentProperties, 'hotel', 'hotels', 'silent', hrefOf('') + '#hotels', true],
    [totals.silentRoomsElsewhere, 'room', 'rooms', 'silent in other hotels', hrefOf('') + '#hotels'],
    [totals.heldPrices, 'price', 'prices', 'held', hrefOf('held-prices')],
    [totals.closures, 'closure', 'closures', 'open', hrefOf('') + '#closures'],
    [mails, 'mail', 'mails', 'not delivered', hrefOf('mails', mailsQuery(totals)), true],
    [
      totals.unconfirmedMails,
      'mail',
      'mails',
      'perhaps not delivered',
      hrefOf('mails', { state: 'unconfirmed' }),
      true,
    ],
    [totals.problems, 'call', 'calls', 'without effect in 24 hours', hrefOf('') + '#problems'],
    [
      totals.largeChanges,
      'large price change',
      'large price changes',
      'in 24 hours',
      hrefOf('journal', { largeChange: 'true', from: dayAgo() }),
    ],
    [totals.negativeRooms, 'room', 'rooms', 'with a number below 0', hrefOf('rate-plans')],
  ];
  return points.flatMap(([count, one, many, what, href, isBad = false]) =>
    count === 0 ? [] : [{ words: `${counted(count, one, many)} ${what}`, href, isBad }],
  );
}

/** The filter for the state that all of the mails have; empty if they differ. */
function mailsQuery({ failedMails, delayedMails }: Attention['totals']): { state?: string } {
  return delayedMails === 0 ? { state: 'failed' } : failedMails === 0 ? { state: 'queued' } : {};
}
