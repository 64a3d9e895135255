import { useState } from 'preact/hooks';
import type { FeedHealth, Property, RoomHealth } from '../api-types';
import { counted, formatCount, inWords } from '../format';
import { dayAgo } from '../moment';
import { hrefOf } from '../router';
import { useApi } from '../session';
import { Ago } from '../ui/moment';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { needsAttention } from './hidden-hotels';

const EVERY_MS = 30_000;
const MAX_ROOMS = 200;

/** A line for each hotel in the order of the service, with its rooms folded. */
export function Hotels({ hotels, isOpen }: { hotels: Property[]; isOpen: boolean }) {
  return (
    <ul class="plain hotels" id="hotels">
      {hotels.map((hotel) => (
        <Hotel key={hotel.name} hotel={hotel} isOpen={isOpen} />
      ))}
    </ul>
  );
}

function Hotel({ hotel, isOpen }: { hotel: Property; isOpen: boolean }) {
  const [isUnfolded, setUnfolded] = useState(isOpen);
  const { name, rooms, silentRooms, heldPrices, closures, problems, largeChanges, negativeRooms, lastPush } =
    hotel;
  const state = silentRooms === rooms ? 'is-bad' : needsAttention(hotel) ? 'is-odd' : '';
  const title = name ?? 'Rooms without a hotel';
  const of = { hotel: name };
  return (
    <li class={`hotel ${state}`}>
      <div class="hotel-line">
        <button
          type="button"
          class="quiet hotel-fold"
          aria-expanded={isUnfolded}
          aria-label={`Rooms of ${title}`}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? '▾' : '▸'}
        </button>
        <a class="hotel-name" href={hrefOf('calendar', of)}>
          <bdi>{title}</bdi>
        </a>
        <span class="muted">{counted(rooms, 'room')}</span>
        <span class="hotel-exceptions">
          {silentRooms > 0 && (
            <span class={`badge ${silentRooms === rooms ? 'outcome-failed' : 'verdict-held'}`}>
              {silentRooms === rooms ? 'silent' : `${counted(silentRooms, 'room')} silent`}
            </span>
          )}
          {heldPrices > 0 && (
            <a class="badge verdict-held" href={hrefOf('held-prices', of)}>
              {formatCount(heldPrices)} held
            </a>
          )}
          {closures > 0 && (
            <a class="badge verdict-held" href={`${hrefOf('', of)}#closures`}>
              {counted(closures, 'closure')}
            </a>
          )}
          {problems > 0 && (
            <a class="badge verdict-held" href={`${hrefOf('', of)}#problems`}>
              {counted(problems, 'call')} without effect
            </a>
          )}
          {largeChanges > 0 && (
            <a
              class="badge verdict-held"
              href={hrefOf('journal', { ...of, largeChange: 'true', from: dayAgo() })}
            >
              {counted(largeChanges, 'large change')}
            </a>
          )}
          {negativeRooms > 0 && (
            <a class="badge verdict-held" href={hrefOf('rate-plans', of)}>
              {counted(negativeRooms, 'room')} below 0
            </a>
          )}
        </span>
        <span class="hotel-push">
          {lastPush ? (
            <a href={hrefOf(`journal/${lastPush.requestId}`, of)}>
              <Ago at={lastPush.at} />
              {lastPush.token !== null && ` by ${lastPush.token}`}
            </a>
          ) : (
            'never pushed'
          )}
        </span>
      </div>
      {isUnfolded && <Rooms hotel={name} />}
    </li>
  );
}

function Rooms({ hotel }: { hotel: string | null }) {
  const api = useApi();
  const { data, error, reload } = useLoad(
    (signal) => {
      const of = hotel === null ? { withoutProperty: 'true' } : { propertyName: hotel };
      return api.get<FeedHealth>('feedHealth', { ...of, limit: MAX_ROOMS }, signal);
    },
    [api, hotel],
    EVERY_MS,
  );
  if (error && !data) return <Failure error={error} retry={reload} />;
  if (!data) return <Loading what="rooms" />;
  const hidden = data.rooms.total - data.items.length;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Room</th>
            <th scope="col">Last push</th>
            <th scope="col" class="number">
              Missing prices
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((room) => (
            <RoomLine key={room.roomId} room={room} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <p>
          {formatCount(hidden)} more {hidden === 1 ? 'room was' : 'rooms were'} pushed after these.{' '}
          {hotel === null ? (
            'A search in the calendar finds them.'
          ) : (
            <a href={hrefOf('calendar', { hotel })}>The calendar has all rooms of the hotel.</a>
          )}
        </p>
      )}
    </>
  );
}

function RoomLine({ room: { roomId, name, propertyName, lastPush, missingPrices } }: { room: RoomHealth }) {
  return (
    <tr>
      <td class="name-cell">
        <a href={hrefOf('calendar', { hotel: propertyName, roomId })}>
          <bdi>{name}</bdi>
        </a>{' '}
        <span class="ids">{roomId}</span>
      </td>
      <td>
        {lastPush ? (
          <a href={hrefOf(`journal/${lastPush.requestId}`)}>
            <Ago at={lastPush.at} />
            {lastPush.outcome !== 'applied' && `, ${inWords(lastPush.outcome)}`}
          </a>
        ) : (
          'never'
        )}
      </td>
      <td class="number">{missingPrices > 0 ? <strong>{formatCount(missingPrices)}</strong> : 'none'}</td>
    </tr>
  );
}
