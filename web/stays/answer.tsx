import { useState } from 'preact/hooks';
import type { Stay, StayReason } from '../api-types';
import { addDays } from '../dates';
import { formatCount, formatDay, formatMoment, formatPrice, formatRange } from '../format';
import { hrefOf } from '../router';
import { Place } from '../ui/place';
import { nights, reasonInWords } from './reasons';

const MAX_REASONS = 100;

/** The answer about a stay: a sentence, the reasons against it, and its nights. */
export function Answer({ stay, ratePlanId }: { stay: Stay; ratePlanId: string }) {
  const { bookable, reasons, at } = stay;
  const [showsAll, setShowsAll] = useState(false);
  const [verb, negative] = at === null ? ['can', 'cannot'] : ['could', 'could not'];
  return (
    <>
      <section class={`card answer ${bookable ? 'is-good' : 'is-bad'}`} role="status">
        <h2>
          {bookable ? 'Yes' : 'No'}
          {at !== null && `, as of ${formatMoment(at)}`}
        </h2>
        <p>
          <Place roomId={stay.roomId} ratePlanId={ratePlanId} withIds={false} /> {bookable ? verb : negative}{' '}
          be booked for {datesOf(stay)}
          {bookable && stay.price !== null && `, for ${formatPrice(stay.price)} ${stay.currency}`}
          {!bookable &&
            `, for ${reasons.length === 1 ? 'one reason' : `${formatCount(reasons.length)} reasons`}`}
          .
        </p>
        {reasons.length > 0 && (
          <ol class="reasons">
            {reasons.slice(0, showsAll ? undefined : MAX_REASONS).map((reason, index) => (
              <Reason key={index} reason={reason} />
            ))}
          </ol>
        )}
        {reasons.length > MAX_REASONS && (
          <button type="button" onClick={() => setShowsAll(!showsAll)}>
            {showsAll
              ? `Show the first ${formatCount(MAX_REASONS)}`
              : `Show all ${formatCount(reasons.length)} reasons`}
          </button>
        )}
      </section>
      <section class="card">
        <h2>Nights</h2>
        <Nights stay={stay} ratePlanId={ratePlanId} />
      </section>
    </>
  );
}

function Reason({ reason }: { reason: StayReason }) {
  const { since } = reason;
  return (
    <li>
      {reasonInWords(reason)}{' '}
      {since ? (
        <a class="small" href={hrefOf(`journal/${since.requestId}`)}>
          Since {formatMoment(since.at)}
          {since.token !== null && (
            <>
              {' '}
              by <bdi>{since.token}</bdi>
            </>
          )}
        </a>
      ) : null}
    </li>
  );
}

function Nights({ stay, ratePlanId }: { stay: Stay; ratePlanId: string }) {
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Night</th>
            <th scope="col" class="number">
              Price
            </th>
            <th scope="col" class="number">
              Rooms left
            </th>
          </tr>
        </thead>
        <tbody>
          {stay.nights.map(({ date, price, roomsLeft }) => (
            <tr key={date}>
              <td>
                <a
                  href={hrefOf('calendar', {
                    from: date,
                    days: 14,
                    at: stay.at,
                    hotel: null,
                    roomId: stay.roomId,
                    cell: `${ratePlanId},${date}`,
                  })}
                >
                  <time dateTime={date}>{formatDay(date)}</time>
                </a>
              </td>
              <td class="number">{price === null ? 'not set' : formatPrice(price)}</td>
              <td class="number">{roomsLeft === null ? 'no record' : formatCount(roomsLeft)}</td>
            </tr>
          ))}
        </tbody>
        {stay.price !== null && (
          <tfoot>
            <tr>
              <th scope="row">Together</th>
              <td class="number strong">
                {formatPrice(stay.price)} {stay.currency}
              </td>
              <td />
            </tr>
          </tfoot>
        )}
      </table>
      {stay.at !== null && (
        <p class="muted small">
          The bookings of that moment are not known, so they are not subtracted from the rooms left.
        </p>
      )}
    </>
  );
}

/** The dates in words, from the arrival to the departure: "28 – 30 Nov 2026 (2 nights)". */
function datesOf({ nights: { length, 0: first } }: Stay): string {
  if (!first) return nights(0);
  return `${formatRange(first.date, addDays(first.date, length))} (${nights(length)})`;
}
