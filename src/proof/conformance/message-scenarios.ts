import type { CalendarField } from '../../calendar/calendar-field';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { ROOMS_LISTED } from '../../push/sandbox/sandbox-journal.service';
import type { Evidence, Scenario, Situation } from './scenario';
import { eachOf, TRY_AGAIN } from './scenario';
import type { SentCall } from './sent-call';
import { afterRepeats, effective } from './sent-call';

type DialectOperation = 'channexChanges' | 'siteconnectMessage';

/** A value that a message sets on one date. */
interface Value {
  field: CalendarField;
  /** Undefined for rooms left. */
  ratePlanId?: RatePlanId;
  date: CalendarDate;
  value: number;
}

/** The scenarios of senders that speak Channex. */
const CHANNEX: Scenario[] = [
  {
    id: 'channexAvailability',
    title: 'Channex: rooms left',
    task: ({ double, hotelCode, dates }) =>
      `Send an availability of 6 for room ${double} of hotel ${hotelCode} on ${dates.channex} to /channex/changes/.`,
    correction: 'Send availability 6 in a change of the type availability_changes.',
    find: (situation) =>
      setBy('channexChanges', situation, { field: 'roomsLeft', date: situation.dates.channex, value: 6 }),
  },
  {
    id: 'channexRate',
    title: 'Channex: a rate',
    task: ({ double, flexible, hotelCode, dates }) =>
      `Send the rate 140.00 EUR for rate plan ${flexible} of room ${double} of hotel ${hotelCode} on ` +
      `${dates.channex} to /channex/changes/.`,
    correction: 'Send the rate as "140.00", in the currency of the plan and not in cents.',
    find: (situation) => setBy('channexChanges', situation, price(situation, situation.dates.channex, 140)),
  },
  {
    id: 'channexRestriction',
    title: 'Channex: a restriction',
    task: ({ double, flexible, hotelCode, dates }) =>
      `Send min_stay_arrival 3 for rate plan ${flexible} of room ${double} of hotel ${hotelCode} on ` +
      `${dates.channex} to /channex/changes/.`,
    correction: 'Send min_stay_arrival 3 in a change of the type restriction_changes.',
    find: (situation) => {
      const { flexible, dates } = situation;
      const value = { ratePlanId: flexible, date: dates.channex, value: 3 };
      return setBy('channexChanges', situation, { field: 'minStayArrival', ...value });
    },
  },
  {
    id: 'channexRepeat',
    title: 'Channex: the same notification twice',
    task: ({ double, hotelCode, dates }) =>
      `Send a notification with rooms left of room ${double} of hotel ${hotelCode} on ${dates.channexRepeat}, and send ` +
      `it again with the same request_id: both answers have the same unique_id.`,
    correction: 'A notification that is sent again keeps its request_id and its content.',
    find: ({ messages, dates }) => {
      const attempts = of('channexChanges', messages).filter(({ records }) =>
        records.some(({ date }) => date === dates.channexRepeat),
      );
      const repeats = messages.filter(({ repeatOf }) =>
        attempts.some(({ requestId }) => requestId === repeatOf),
      );
      const repeated = attempts.filter(({ requestId }) =>
        repeats.some(({ repeatOf }) => repeatOf === requestId),
      );
      return { attempts, proof: [...repeated, ...repeats] };
    },
  },
  {
    id: 'channexWrongPlan',
    title: 'Channex: an unknown rate plan',
    task: ({ double, hotelCode }) =>
      `Send a rate of a rate plan that room ${double} of hotel ${hotelCode} does not have to /channex/changes/. It is ` +
      `answered 422: do not repeat it.`,
    correction: `A 422 fails again: do not repeat the notification, and check the mapping. ${TRY_AGAIN}`,
    find: (situation) => refusedOnce('channexChanges', situation, /There is no rate plan/),
  },
];

/** The scenarios of senders that speak SiteConnect. */
const SITECONNECT: Scenario[] = [
  {
    id: 'siteconnectAvailability',
    title: 'SiteConnect: rooms left',
    task: ({ double, hotelCode, dates }) =>
      `Send OTA_HotelAvailNotifRQ with BookingLimit 7 for room ${double} of hotel ${hotelCode} on ` +
      `${dates.siteconnect} to /siteconnect.`,
    correction: 'Send BookingLimit="7" with the code of the room as InvTypeCode.',
    find: (situation) =>
      setBy('siteconnectMessage', situation, {
        field: 'roomsLeft',
        date: situation.dates.siteconnect,
        value: 7,
      }),
  },
  {
    id: 'siteconnectRate',
    title: 'SiteConnect: a rate',
    task: ({ double, flexible, hotelCode, dates }) =>
      `Send OTA_HotelRateAmountNotifRQ with AmountAfterTax 145.00 EUR for rate plan ${flexible} of room ${double} of ` +
      `hotel ${hotelCode} on ${dates.siteconnect} to /siteconnect.`,
    correction: 'Send AmountAfterTax="145.00", in the currency of the plan and not in cents.',
    find: (situation) =>
      setBy('siteconnectMessage', situation, price(situation, situation.dates.siteconnect, 145)),
  },
  {
    id: 'siteconnectRooms',
    title: 'SiteConnect: the rooms of the hotel',
    task: ({ hotelCode }) =>
      `Send OTA_HotelAvailRQ with AvailRatesOnly="true" for hotel ${hotelCode} to /siteconnect.`,
    correction: 'Ask for this hotel, and with AvailRatesOnly="true".',
    find: ({ messages }) => {
      const lookups = of('siteconnectMessage', messages);
      return {
        attempts: lookups.filter(({ problem }) => /OTA_HotelAvailRQ|HotelRef/.test(problem)),
        proof: lookups.filter(({ notes }) => notes.includes(ROOMS_LISTED)),
      };
    },
  },
  {
    id: 'siteconnectWrongCode',
    title: 'SiteConnect: an unknown room',
    task: ({ hotelCode }) =>
      `Send OTA_HotelAvailNotifRQ for a room that hotel ${hotelCode} does not have to /siteconnect. It is answered with ` +
      `error 402: do not repeat it.`,
    correction: `Error 402 fails again: do not repeat the message, and check the mapping. ${TRY_AGAIN}`,
    find: (situation) =>
      refusedOnce('siteconnectMessage', situation, /There is no room|is no code of a room/),
  },
];
/** The optional scenarios of other dialects. */
export const MESSAGE_SCENARIOS: Scenario[] = [...CHANNEX, ...SITECONNECT].map((scenario) => ({
  ...scenario,
  isOptional: true,
}));

function of(operation: DialectOperation, messages: readonly SentCall[]): SentCall[] {
  return messages.filter((message) => message.operation === operation);
}

function price({ flexible }: Situation, date: CalendarDate, value: number): Value {
  return { field: 'price', ratePlanId: flexible, date, value };
}

/** Evidence of messages about the double room that set a value. */
function setBy(
  operation: DialectOperation,
  { messages, double }: Situation,
  { field, ratePlanId, date, value }: Value,
): Evidence {
  const isPlace = (record: SentCall['records'][number]) =>
    record.field === field && record.ratePlanId === ratePlanId && record.date === date;
  const attempts = of(operation, messages).filter(
    ({ roomId, records }) => roomId === double && records.some(isPlace),
  );
  return eachOf(attempts, (call) =>
    effective(call).some((record) => isPlace(record) && record.value === value),
  );
}

/**
 * Evidence of messages that are refused for a code. Only messages after the last repeated one count. The journal omits the
 * body of a message that contains a token, so two messages with the same problem count as the same message.
 */
function refusedOnce(operation: DialectOperation, { messages }: Situation, problem: RegExp): Evidence {
  const attempts = of(operation, messages).filter(
    (message) => message.outcome === 'refused' && problem.test(message.problem),
  );
  const isAgain = (one: SentCall, other: SentCall) => one.problem === other.problem;
  return { attempts, proof: afterRepeats(attempts, attempts, isAgain) };
}
