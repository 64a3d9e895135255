import { randomUUID } from 'node:crypto';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { TOKEN } from '../support/service-process';
import type { Push } from './caller';
import type { Room } from './rooms';

const CURRENCY = 'EUR';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

/** A range of dates, both included. */
export type Dates = readonly [from: CalendarDate, to: CalendarDate];
type Change = Record<string, unknown>;

export function channexMessage(hotel: string, changes: Change[]): Push {
  const attributes = { request_id: randomUUID(), hotel_code: hotel, changes };
  return {
    path: '/channex/changes/',
    body: JSON.stringify({ data: [{ type: 'changes_notification', attributes }] }),
    done: /^\{"success":true,/,
  };
}

export function priceChange({ id }: Room, plan: string, dates: Dates, price: number): Change {
  return changeOf(id, plan, dates, { rates: [{ rate: price.toFixed(2), currency: CURRENCY }] });
}

/** The change of a price and three restrictions. With such changes, a message may cover at most 100,000 cells. */
export function fullChange({ id }: Room, plan: string, dates: Dates, price: number): Change {
  return changeOf(id, plan, dates, {
    rates: [{ rate: price.toFixed(2), currency: CURRENCY, fraction_size: 2, occupancy: 2 }],
    stop_sell: price % 2 === 0,
    closed_to_arrival: price % 3 === 0,
    min_stay_arrival: 1 + (price % 4),
  });
}

function changeOf(room: string, plan: string, [from, to]: Dates, values: Change): Change {
  const place = { room_type_id: room, rate_plan_id: plan, date_from: from, date_to: to };
  return { type: 'restriction_changes', attributes: { ...place, ...values } };
}

/** A message of SiteConnect with the rates of a room's first plan, another one on each date. */
export function siteConnectRates(hotel: string, room: Room, days: CalendarDate[], price: number): Push {
  const parts = days.map(
    (date, n) =>
      `<RateAmountMessage><StatusApplicationControl Start="${date}" End="${date}" InvTypeCode="${room.id}" ` +
      `RatePlanCode="${room.ratePlanIds[0]}"/><Rates><Rate><BaseByGuestAmts><BaseByGuestAmt AgeQualifyingCode="10" ` +
      `AmountAfterTax="${(price + (n % 100) * 0.25).toFixed(2)}" CurrencyCode="${CURRENCY}"/></BaseByGuestAmts>` +
      '</Rate></Rates></RateAmountMessage>',
  );
  return {
    path: '/siteconnect',
    body:
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
      `<soap:Header><wsse:Security xmlns:wsse="${SECURITY}"><wsse:UsernameToken><wsse:Password>${TOKEN}` +
      '</wsse:Password></wsse:UsernameToken></wsse:Security></soap:Header><soap:Body>' +
      `<OTA_HotelRateAmountNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="${randomUUID()}" Version="1.0">` +
      `<RateAmountMessages HotelCode="${hotel}">${parts.join('')}</RateAmountMessages>` +
      '</OTA_HotelRateAmountNotifRQ></soap:Body></soap:Envelope>',
    contentType: 'text/xml; charset=utf-8',
    done: /<Success\/>/,
  };
}
