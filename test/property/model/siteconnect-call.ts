import type { Answer, TestService } from '../../support/service';
import {
  availability,
  control,
  envelope,
  rate,
  rates,
  securityHeader,
  sendXml,
} from '../../support/siteconnect';
import { money } from './cell';
import type { Message, MessagePart } from './steps';
import { HOTEL_CODE } from './steps';
import type { WrongPart } from './wrong-part';

/** `RestrictionStatus@Restriction` of each flag. */
const FLAGS = { stopSell: 'Master', closedToArrival: 'Arrival', closedToDeparture: 'Departure' } as const;
/** `LengthOfStay@MinMaxMessageType` of each restriction. */
const STAYS = {
  minStayArrival: 'SetMinLOS',
  minStayThrough: 'SetForwardMinStay',
  maxStay: 'SetMaxLOS',
} as const;
const CODES = { room: 402, plan: 249, planOfOtherRoom: 783, dates: 450, value: 450 };

/** Sends a message as SiteMinder does (section 7.2 of the contract). */
export function sendToSiteConnect(
  service: TestService,
  { messageId, parts }: Message,
  signal: AbortSignal | null,
): Promise<Answer> {
  const write = isOfPrices(parts) ? rates : availability;
  const message = write(HOTEL_CODE, parts.flatMap(elementsOf).join(''), `EchoToken="${messageId}"`);
  return sendXml(service, envelope(securityHeader(service.token), message), {}, signal);
}

/** Whether a message has prices. Then it has no other values. */
function isOfPrices(parts: MessagePart[]): boolean {
  return parts.some(({ values }) => values.price !== undefined);
}

/** An element has at most one flag, so a part may be several elements. */
function elementsOf({ roomId, ratePlanId, from, to, values }: MessagePart): string[] {
  const scope = { room: roomId, ...(ratePlanId !== null && { plan: ratePlanId }), from, to };
  const { roomsLeft, price } = values;
  if (price !== undefined) return [rate(scope, money(price) ?? '', 'CurrencyCode="EUR"')];
  const stays = entriesOf(STAYS, values).map(
    ([name, nights]) => `<LengthOfStay MinMaxMessageType="${name}" Time="${nights}"/>`,
  );
  const [first = '', ...others] = entriesOf(FLAGS, values).map(
    ([name, flag]) => `<RestrictionStatus Restriction="${name}" Status="${flag === 1n ? 'Close' : 'Open'}"/>`,
  );
  const limit = roomsLeft === undefined ? '' : ` BookingLimit="${roomsLeft}"`;
  const all = stays.length > 0 ? `<LengthsOfStay>${stays.join('')}</LengthsOfStay>` : '';
  return [
    `<AvailStatusMessage${limit}>${control(scope)}${all}${first}</AvailStatusMessage>`,
    ...others.map((other) => `<AvailStatusMessage>${control(scope)}${other}</AvailStatusMessage>`),
  ];
}

/** Returns `[name, value]` for each value that has a name. */
function entriesOf(
  names: Partial<Record<string, string>>,
  values: MessagePart['values'],
): [string, bigint][] {
  return Object.entries(values).flatMap(([field, value]) => {
    const name = names[field];
    return name === undefined ? [] : [[name, value] as [string, bigint]];
  });
}

/** @returns the request id of the call, or its first error */
export function answerOfSiteConnect(
  { status, headers, text }: Answer,
  { messageId }: Message,
): { requestId: string } | { error: string } {
  const content = text.split(` EchoToken="${messageId}" `)[1] ?? '';
  if (status === 200 && content.includes('><Success/><'))
    return { requestId: headers.get('x-request-id') ?? '' };
  const [, code, place] = /<Errors><Error Type="\d+" Code="(\d+)" NodeList="([^"]*)">/.exec(content) ?? [];
  return { error: `${status} ${code} ${place}` };
}

/** The error that `answerOfSiteConnect` must return for a wrong part. */
export function errorOfSiteConnect({ parts }: Message, { index, problem }: WrongPart): string {
  const isPrices = isOfPrices(parts);
  const before = parts.slice(0, index).flatMap(elementsOf).length;
  const element = `${isPrices ? 'RateAmountMessage' : 'AvailStatusMessage'}[${before + 1}]`;
  const amount = '/Rates/Rate/BaseByGuestAmts/BaseByGuestAmt[1]/@AmountAfterTax';
  const value = isPrices ? amount : '/@BookingLimit';
  const place = { dates: '/StatusApplicationControl/@End', value, room: '', plan: '', planOfOtherRoom: '' }[
    problem
  ];
  return `200 ${CODES[problem]} ${element}${place}`;
}
