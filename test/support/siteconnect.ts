import type { Answer, TestService } from './service';

const OTA = 'http://www.opentravel.org/OTA/2003/05';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const PASSWORD_TYPE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText';

/** The header with a UsernameToken, as SiteMinder sends it. */
export function securityHeader(password: string, type = PASSWORD_TYPE): string {
  return (
    `<wsse:Security soap:mustUnderstand="1" xmlns:wsse="${SECURITY}"><wsse:UsernameToken>` +
    `<wsse:Username>siteminder</wsse:Username><wsse:Password Type="${type}">${password}</wsse:Password>` +
    '</wsse:UsernameToken></wsse:Security>'
  );
}

const SOAP_1_1 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_1_2 = 'http://www.w3.org/2003/05/soap-envelope';

export function envelope(header: string, body: string, namespace = SOAP_1_1): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<soap:Envelope xmlns:soap="${namespace}">` +
    `<soap:Header>${header}</soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`
  );
}

/** An OTA message, for example `OTA_PingRQ`. */
export function ota(name: string, content: string, attributes = 'EchoToken="e1"'): string {
  return `<${name} xmlns="${OTA}" ${attributes} TimeStamp="2026-12-01T10:00:00Z" Version="1.0">${content}</${name}>`;
}

/** The codes and dates of a part, as attributes. */
export interface Scope {
  room: string;
  plan?: string;
  from?: string;
  to?: string;
}

export function control({ room, plan, from = '2026-12-24', to = from }: Scope): string {
  const code = plan === undefined ? '' : ` RatePlanCode="${plan}"`;
  return `<StatusApplicationControl Start="${from}" End="${to}" InvTypeCode="${room}"${code}/>`;
}

export function availability(hotel: string, parts: string, attributes?: string): string {
  const messages = `<AvailStatusMessages HotelCode="${hotel}">${parts}</AvailStatusMessages>`;
  return ota('OTA_HotelAvailNotifRQ', messages, attributes);
}

/** A message that sets the rooms left of a range. */
export function roomsLeft(scope: Scope, rooms: number | string): string {
  return `<AvailStatusMessage BookingLimit="${rooms}">${control(scope)}</AvailStatusMessage>`;
}

export function rates(hotel: string, parts: string, attributes?: string): string {
  const messages = `<RateAmountMessages HotelCode="${hotel}">${parts}</RateAmountMessages>`;
  return ota('OTA_HotelRateAmountNotifRQ', messages, attributes);
}

/** A message that sets a price for each night of a range. */
export function rate(scope: Scope, amount: number | string, more = ''): string {
  return (
    `<RateAmountMessage>${control(scope)}<Rates><Rate><BaseByGuestAmts>` +
    `<BaseByGuestAmt AgeQualifyingCode="10" AmountAfterTax="${amount}" ${more}/>` +
    '</BaseByGuestAmts></Rate></Rates></RateAmountMessage>'
  );
}

export function hotelRequest(hotel: string, attributes = 'EchoToken="e1" AvailRatesOnly="true"'): string {
  const segments =
    '<AvailRequestSegments><AvailRequestSegment AvailReqType="Room"><HotelSearchCriteria><Criterion>' +
    `<HotelRef HotelCode="${hotel}"/></Criterion></HotelSearchCriteria></AvailRequestSegment></AvailRequestSegments>`;
  return ota('OTA_HotelAvailRQ', segments, attributes);
}

/** Sends an OTA message; by default, with the test's token. */
export function sendMessage(service: TestService, message: string, token = service.token): Promise<Answer> {
  return sendXml(service, envelope(securityHeader(token), message));
}

/** Sends any body to the endpoint of SiteConnect. */
export function sendXml(
  service: TestService,
  body: string | Buffer,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Answer> {
  return service.call('/siteconnect', {
    method: 'POST',
    body,
    headers: { authorization: '', 'content-type': 'text/xml; charset=utf-8', ...headers },
    signal,
  });
}

/** A hotel with its own code, a room and a plan. */
export interface HotelOfTest {
  code: string;
  room: string;
  plan: string;
}

let hotels = 0;

export async function createHotel(service: TestService, propertyName = 'Hotel Bar'): Promise<HotelOfTest> {
  const code = `H${++hotels}`;
  const room = await service.records.room(propertyName);
  await addToHotel(service, room, code);
  return { code, room, plan: await service.records.ratePlan(room) };
}

/** Gives a room the code of a hotel. */
export async function addToHotel(service: TestService, room: string, code: string): Promise<void> {
  await service.dataSource.query('UPDATE room SET property_code = $2, maximum_guests = 3 WHERE id = $1', [
    room,
    code,
  ]);
}
