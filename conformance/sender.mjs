/**
 * A reference sender: it does in a sandbox what a channel manager has to do, and prints the verdicts of the service.
 * It needs Node.js and nothing else. An administrator makes the sandbox (POST /admin/sandboxes) and gives you its token.
 *
 *   npm run conformance -- --url http://localhost:3000 --token <token of the sandbox>
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const {
  url = 'http://localhost:3000',
  token = process.env.TOKEN ?? '',
  fault,
} = parseArgs({
  // `fault` makes one mistake on purpose, named after its scenario. The tests of the service use it.
  options: { url: { type: 'string' }, token: { type: 'string' }, fault: { type: 'string' } },
}).values;
const has = (scenario) => fault === scenario;

async function send(method, path, body, headers = {}) {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Sends a call, and repeats it up to twice after a 5xx or a lost connection, 5 s apart. */
async function sendPatiently(method, path, body, headers) {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(method, path, body, headers).catch((error) => ({
      status: 599,
      text: String(error),
    }));
    if (answer.status < 500 || attempt === 3) return answer;
    await pause(has('unavailable') ? 100 : 5_000);
  }
}

const push = (path, body) => sendPatiently('POST', path, body);
const inventory = (room, records) => push(`/updateCalendarInventory?roomId=${room}`, records);
const prices = (room, plan, records) =>
  push(`/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`, records);
const left = (date, inventoryNumber) => ({ date, inventoryNumber });
const price = (date, amount) => ({ date, price: amount });

const report = async () => {
  const { status, text } = await sendPatiently('GET', '/conformance');
  if (status !== 200) throw new Error(`${status} ${text}`);
  return JSON.parse(text);
};

const { sandbox, dates, windowFrom, windowTo } = await report();
const [double, suite] = sandbox.rooms;
// A sender pushes only the plans that are not derived: the service calculates the others.
const [flexible, halfBoard] = double.ratePlans.filter(({ derivedFrom }) => derivedFrom === null);
const [suiteFlexible] = suite.ratePlans;

/** Sends a notification of Channex. @returns its unique_id, which is the same for the same notification again */
async function channex(changes, requestId = randomUUID()) {
  const attributes = { request_id: requestId, hotel_code: sandbox.propertyCode, changes };
  const body = { data: [{ type: 'changes_notification', attributes }] };
  const answer = await sendPatiently('POST', '/channex/changes/', body, {
    authorization: '',
    'api-key': token,
  });
  return JSON.parse(answer.text).unique_id;
}

/** A change of Channex on one date. */
const change = (type, date, values, plan = flexible.id) => ({
  type: `${type}_changes`,
  attributes: { room_type_id: double.id, rate_plan_id: plan, date_from: date, date_to: date, ...values },
});
const rate = (amount) => ({ rates: [{ rate: amount, currency: 'EUR' }] });

/** Sends a message of SiteConnect. The token is the password in its header. */
function siteconnect(name, content, attributes = '') {
  const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
  const type =
    'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText';
  const message = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
    <soap:Header><wsse:Security xmlns:wsse="${security}"><wsse:UsernameToken><wsse:Username>sender</wsse:Username>
      <wsse:Password Type="${type}">${token}</wsse:Password></wsse:UsernameToken></wsse:Security></soap:Header>
    <soap:Body><${name} xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="${randomUUID()}"
      TimeStamp="${new Date().toISOString()}" Version="1.0" ${attributes}>${content}</${name}></soap:Body>
    </soap:Envelope>`;
  return sendPatiently('POST', '/siteconnect', message, { authorization: '', 'content-type': 'text/xml' });
}

/** The room, the plan and the date that a part of a message of SiteConnect is for. */
const control = (room, date) =>
  `<StatusApplicationControl Start="${date}" End="${date}" InvTypeCode="${room}" RatePlanCode="${flexible.id}"/>`;
const bookingLimit = (room, limit) =>
  siteconnect(
    'OTA_HotelAvailNotifRQ',
    `<AvailStatusMessages HotelCode="${sandbox.propertyCode}"><AvailStatusMessage BookingLimit="${limit}">` +
      `${control(room, dates.siteconnect)}</AvailStatusMessage></AvailStatusMessages>`,
  );

/** All dates of the update window. */
const allDates = [];
for (let day = new Date(windowFrom); day <= new Date(windowTo); day.setUTCDate(day.getUTCDate() + 1))
  allDates.push(day.toISOString().slice(0, 10));

/** Sends a call again at once, which is the mistake of some scenarios. */
async function once(scenario, call) {
  await call();
  if (has(scenario)) await call();
}

/** The calls to send, by scenario. */
const scenarios = {
  async fullSynchronization() {
    const inParts = (records, call) =>
      has('longCall') ? call(records.slice(0, 400)).then(() => call(records.slice(400))) : call(records);
    for (const room of [double, suite]) {
      await inParts(
        allDates.map((date) => left(date, 5)),
        (records) => inventory(room.id, records),
      );
    }
    for (const [room, plan] of [
      [double, flexible],
      [double, halfBoard],
      [suite, suiteFlexible],
    ]) {
      if (has('fullSynchronization') && plan === halfBoard) continue;
      await inParts(
        allDates.map((date) => price(date, 120)),
        (records) => prices(room.id, plan.id, records),
      );
    }
  },
  async roomEdit() {
    const numbers = { qty: 5, maxGuests: 3, maxAdults: 2, ...(!has('roomEdit') && { maxChildren: 1 }) };
    await push('/roomEditChannelManager', { id: double.id, ...numbers });
  },
  async oneDate() {
    const more = has('oneDate') ? [left(dates.outside, 3)] : [];
    await inventory(double.id, [left(dates.oneDate, 3), ...more]);
  },
  async range() {
    const records = dates.range.map((date) => left(date, 2));
    if (has('range')) for (const record of records) await inventory(double.id, [record]);
    else await inventory(double.id, records);
  },
  async zeroAndBack() {
    await inventory(double.id, [left(dates.zeroAndBack, 0)]);
    if (!has('zeroAndBack')) await inventory(double.id, [left(dates.zeroAndBack, 4)]);
  },
  async price() {
    await prices(double.id, flexible.id, [price(dates.price, has('price') ? 10_000 : 100)]);
  },
  async decimals() {
    await prices(double.id, flexible.id, [price(dates.decimals, has('decimals') ? 100 : 99.95)]);
  },
  async twoPlans() {
    await prices(double.id, flexible.id, [price(dates.twoPlans, 110)]);
    if (!has('twoPlans')) await prices(double.id, halfBoard.id, [price(dates.twoPlans, 135)]);
  },
  async samePush() {
    await inventory(double.id, [left(dates.samePush, 5)]);
    await inventory(double.id, [left(dates.samePush, has('samePush') ? 4 : 5)]);
  },
  async dateTime() {
    const written = has('dateTime') ? dates.dateTime : `${dates.dateTime}T00:30:00+02:00`;
    await prices(double.id, flexible.id, [price(written, 125)]);
  },
  async firstAndLastDate() {
    const last = has('firstAndLastDate') ? allDates.at(-2) : allDates.at(-1);
    await inventory(double.id, [left(allDates[0], 4), left(last, 4)]);
  },
  async outsideWindow() {
    const records = [left(dates.outside, 3), left('2199-12-31', 3)];
    await once('outsideWindow', () => inventory(suite.id, records));
  },
  async unknownRoom() {
    await once('unknownRoom', () => inventory('1234567890123', [left(dates.oneDate, 3)]));
  },
  async unknownRatePlan() {
    await once('unknownRatePlan', () => prices(double.id, '1234567890123', [price(dates.price, 100)]));
  },
  async emptyList() {
    await once('emptyList', () => inventory(double.id, []));
  },
  async malformedBody() {
    await once('malformedBody', () => inventory(double.id, '[{ "date": '));
  },
  async heldPrice() {
    await prices(suite.id, suiteFlexible.id, [price(dates.held, 1)]);
    if (!has('heldPrice')) await prices(suite.id, suiteFlexible.id, [price(dates.held, 150)]);
  },
  async unavailable() {
    await prices(double.id, flexible.id, [price(dates.failing, 130)]);
  },
  async withoutWaiting() {
    const first = inventory(double.id, [left(dates.slow, 1)]);
    if (has('withoutWaiting')) await first;
    else await pause(100); // The calls keep their order.
    await Promise.all([first, inventory(double.id, [left(dates.slow, 2)])]);
  },
  async restrictions() {
    const dateOf = (scenario) => (has(scenario) ? dates.outside : dates.restrictions);
    await push(`/updateCalendarBlackout?roomId=${double.id}`, [
      { date: dateOf('closed'), blackoutStatus: true },
    ]);
    const query = `?roomId=${double.id}&ratePlanId=${flexible.id}`;
    await push(`/updateCalendarMinStay${query}`, [{ date: dateOf('minStayArrival'), minStay: 2 }]);
    await push(`/updateCalendarMaxStay${query}`, [{ date: dateOf('maxStay'), maxStay: 14 }]);
  },
  async roomSynchronization() {
    const numbers = {
      qty: 5,
      maxGuests: 3,
      maxAdults: 2,
      ...(!has('roomSynchronization') && { maxChildren: 1 }),
    };
    await push('/getRoomResponseConnectivity', {
      allbookersId: double.id,
      ...numbers,
      minStay: 1,
      maxStay: 30,
    });
  },
  async channex() {
    const date = dates.channex;
    await channex([
      change('availability', date, { availability: has('channexAvailability') ? 5 : 6 }),
      change('restriction', date, {
        ...rate(has('channexRate') ? '14000' : '140.00'),
        min_stay_arrival: has('channexRestriction') ? 0 : 3,
      }),
    ]);
  },
  async channexRepeat() {
    const requestId = randomUUID();
    const changes = [change('availability', dates.channexRepeat, { availability: 2 })];
    await channex(changes, requestId);
    await channex(changes, has('channexRepeat') ? randomUUID() : requestId);
  },
  async channexWrongPlan() {
    const changes = [change('restriction', dates.channex, rate('1.00'), '1234567890123')];
    await once('channexWrongPlan', () => channex(changes));
  },
  async siteconnectAvailability() {
    await bookingLimit(double.id, has('siteconnectAvailability') ? 6 : 7);
  },
  async siteconnectRate() {
    const amount = has('siteconnectRate') ? '14500' : '145.00';
    await siteconnect(
      'OTA_HotelRateAmountNotifRQ',
      `<RateAmountMessages HotelCode="${sandbox.propertyCode}"><RateAmountMessage>` +
        `${control(double.id, dates.siteconnect)}<Rates><Rate><BaseByGuestAmts><BaseByGuestAmt ` +
        `AmountAfterTax="${amount}" CurrencyCode="EUR"/></BaseByGuestAmts></Rate></Rates></RateAmountMessage>` +
        '</RateAmountMessages>',
    );
  },
  async siteconnectRooms() {
    await siteconnect(
      'OTA_HotelAvailRQ',
      '<AvailRequestSegments><AvailRequestSegment AvailReqType="Room"><HotelSearchCriteria><Criterion>' +
        `<HotelRef HotelCode="${sandbox.propertyCode}"/></Criterion></HotelSearchCriteria></AvailRequestSegment>` +
        '</AvailRequestSegments>',
      has('siteconnectRooms') ? '' : 'AvailRatesOnly="true"',
    );
  },
  async siteconnectWrongCode() {
    await once('siteconnectWrongCode', () => bookingLimit('1234567890123', 1));
  },
};

for (const scenario of Object.values(scenarios)) await scenario();

const { passed, total, scenarios: verdicts } = await report();
for (const { verdict, title, isOptional, advice, requestIds } of verdicts) {
  console.log(`${verdict.padEnd(8)}${title}${isOptional ? ' (optional)' : ''}`);
  if (verdict !== 'passed') console.log(`        ${advice} ${requestIds.join(' ')}`);
}
console.log(`${passed} of ${total} scenarios passed`);
if (passed < total) process.exitCode = 1;
