import type { Stay } from '../api-types';
import { addDays, isDate } from '../dates';
import { placeText } from '../names';
import { useHotel, useQueryState } from '../router';
import { planSearch } from '../search';
import { useSession } from '../session';
import { MomentField } from '../ui/moment-field';
import { Picker } from '../ui/picker';
import { Empty, Failure, Loading } from '../ui/status';
import { TypedInput } from '../ui/typed-input';
import { useLoad } from '../use-load';
import { useNames } from '../use-names';
import { today } from '../zone';
import { Answer } from './answer';

/** Asks whether a stay can be booked, now or at an earlier moment, and shows every reason against it. */
export function StaysPage() {
  const { api, names } = useSession();
  const hotel = useHotel();
  const [query, change] = useQueryState();
  const ratePlanId = query.get('plan') ?? '';
  const asked = query.get('arrival');
  const arrival = isDate(asked) ? asked : today();
  const askedEnd = query.get('departure');
  const departure = isDate(askedEnd) ? askedEnd : addDays(arrival, 1);
  const [adults, children] = [query.get('adults') ?? '2', query.get('children') ?? '0'];
  const at = query.get('at') ?? '';
  const roomId = useLoad(
    async () => (ratePlanId === '' ? null : names.findRoom(ratePlanId)),
    [names, ratePlanId],
  ).data;
  const of = useNames([roomId ?? null])(roomId ?? '');
  const question = { ratePlanId, arrival, departure, adults, children, at };
  const asking = JSON.stringify(question);
  const answer = useLoad(
    async (signal) => ({
      asking,
      stay: ratePlanId === '' ? undefined : await api.get<Stay>('stays', question, signal),
    }),
    [api, asking],
  );
  // The answer to another question must not show as the answer to this one.
  const stay = answer.data?.asking === asking ? answer.data.stay : undefined;
  const date = (name: 'arrival' | 'departure', label: string, value: string) => (
    <label class="field">
      <span>{label}</span>
      <TypedInput
        type="date"
        required
        value={value}
        onCommit={(committed) => {
          if (!isDate(committed)) return;
          const next = { arrival, departure, [name]: committed };
          const isBackwards = next.departure <= next.arrival;
          change(name === 'arrival' && isBackwards ? { ...next, departure: addDays(next.arrival, 1) } : next);
        }}
      />
    </label>
  );
  const guests = (name: 'adults' | 'children', label: string, value: string) => (
    <label class="field">
      <span>{label}</span>
      <TypedInput
        type="number"
        min="0"
        max="1000"
        value={value}
        onCommit={(committed) => change({ [name]: committed || '0' })}
      />
    </label>
  );
  return (
    <>
      <h1>Can it be booked?</h1>
      <form
        class="filters card stay-fields"
        aria-label="The stay"
        onSubmit={(event) => event.preventDefault()}
      >
        <Picker
          label="Rate plan"
          text={ratePlanId === '' ? '' : placeText(of, roomId ?? null, ratePlanId)}
          placeholder="Its hotel, room or name"
          load={planSearch(api, names, hotel)}
          onPick={(target) => change({ plan: target?.ratePlanId })}
        />
        {date('arrival', 'Arrival', arrival)}
        {date('departure', 'Departure', departure)}
        {guests('adults', 'Adults', adults)}
        {guests('children', 'Children', children)}
        <MomentField
          label="As of; empty: now"
          at={at}
          onChange={(moment) => change({ at: moment })}
          hasSeconds
        />
      </form>
      {ratePlanId === '' && <Empty>Choose a rate plan by its name, and the dates.</Empty>}
      {answer.error && <Failure error={answer.error} retry={answer.reload} />}
      {!answer.error && ratePlanId !== '' && !stay && <Loading what="the answer" />}
      {!answer.error && stay && <Answer stay={stay} ratePlanId={ratePlanId} />}
    </>
  );
}
