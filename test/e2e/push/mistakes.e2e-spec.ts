import { gzipSync } from 'node:zlib';
import { sendRaw } from '../../support/raw-http';
import { TestService } from '../../support/service';

const PRICES = '/updateCalendarPrices?roomId=1&ratePlanId=12';
const INVENTORY = '/updateCalendarInventory?roomId=1';
const ROOM_EDIT = '/roomEditChannelManager';
const PRICE = '[{"date":"2026-12-24","price":120.50}]';

/** A wrong call of an integrator. The parts that are left out are those of a correct call. */
interface Mistake {
  path: string;
  method?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  answer: { status: number; text: string; headers?: Record<string, string> };
}

const ofDates = (...elements: object[]): string => JSON.stringify(elements);
const refused = (text: string): Mistake['answer'] => ({ status: 400, text });

/** The mistakes that integrators make, with the complete answers. */
const MISTAKES: Record<string, Mistake> = {
  'GET instead of POST': {
    path: PRICES,
    method: 'GET',
    answer: {
      status: 405,
      text: '/updateCalendarPrices takes POST, not GET',
      headers: { allow: 'POST' },
    },
  },
  'PUT of a room': {
    path: ROOM_EDIT,
    method: 'PUT',
    body: '{"id":"1"}',
    answer: { status: 405, text: 'false', headers: { allow: 'POST' } },
  },
  'the path in lower case': {
    path: PRICES.toLowerCase(),
    body: PRICE,
    answer: { status: 404, text: 'There is no such operation. Did you mean /updateCalendarPrices?' },
  },
  'a slash at the end of the path': {
    path: PRICES.replace('?', '/?'),
    body: PRICE,
    answer: { status: 404, text: 'There is no such operation. Did you mean /updateCalendarPrices?' },
  },
  'two slashes between the address and the path': {
    path: `/${PRICES}`,
    body: PRICE,
    answer: { status: 404, text: 'There is no such operation. Did you mean /updateCalendarPrices?' },
  },
  'another path': {
    path: '/updatePrices?roomId=1',
    body: PRICE,
    answer: { status: 404, text: 'There is no such operation' },
  },
  'no token': {
    path: PRICES,
    body: PRICE,
    headers: { authorization: '' },
    answer: {
      status: 401,
      text: 'A valid access token is needed: Authorization: Bearer <ACCESS_TOKEN>',
      headers: { 'www-authenticate': 'Bearer' },
    },
  },
  'the token in the query': {
    path: `${PRICES}&access_token=secret`,
    body: PRICE,
    headers: { authorization: '' },
    answer: {
      status: 401,
      text: 'A valid access token is needed: Authorization: Bearer <ACCESS_TOKEN>',
      headers: { 'www-authenticate': 'Bearer' },
    },
  },
  'no parameters': {
    path: '/updateCalendarPrices',
    body: PRICE,
    answer: refused('roomId is missing\nratePlanId is missing'),
  },
  'parameters by another name': {
    path: '/updateCalendarPrices?room_id=1&ratePlanID=12',
    body: PRICE,
    answer: refused(
      'roomId is missing; unknown parameters "room_id", "ratePlanID"\n' +
        'ratePlanId is missing; unknown parameters "room_id", "ratePlanID"',
    ),
  },
  'names instead of ids': {
    path: '/updateCalendarPrices?roomId=Double&ratePlanId=0',
    body: PRICE,
    answer: refused(
      'roomId must be a whole number from 1 to 9223372036854775807; got "Double"\n' +
        'ratePlanId must be a whole number from 1 to 9223372036854775807; got "0"',
    ),
  },
  'a parameter twice': {
    path: '/updateCalendarPrices?roomId=1&roomId=2&ratePlanId=12',
    body: PRICE,
    answer: refused('roomId must be given once'),
  },
  'a % in the path': {
    path: '/updateCalendarPrices%?roomId=1',
    body: PRICE,
    answer: refused('The URL cannot be decoded: write a literal % as %25'),
  },
  'a form': {
    path: PRICES,
    body: 'date=2026-12-24&price=120.50',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    answer: {
      status: 415,
      text: 'The body must be application/json, got "application/x-www-form-urlenco…"',
    },
  },
  XML: {
    path: PRICES,
    body: '<prices/>',
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    answer: { status: 415, text: 'The body must be application/json, got application/xml' },
  },
  'a content type that is none': {
    path: PRICES,
    body: PRICE,
    headers: { 'content-type': 'json' },
    answer: { status: 415, text: 'The body must be application/json, got json' },
  },
  'no content type': {
    path: PRICES,
    body: Buffer.from(PRICE),
    headers: { 'content-type': '' },
    answer: { status: 415, text: 'The body must be application/json, got no Content-Type' },
  },
  'another charset': {
    path: PRICES,
    body: PRICE,
    headers: { 'content-type': 'application/json; charset="ISO-8859-1"' },
    answer: { status: 415, text: 'The body must be application/json in UTF-8, got charset iso-8859-1' },
  },
  'a compressed body': {
    path: PRICES,
    body: gzipSync(PRICE),
    headers: { 'content-encoding': 'gzip' },
    answer: {
      status: 415,
      text: 'The body must be application/json, not compressed, got Content-Encoding gzip',
    },
  },
  'JSON with a comma too many, on its third line': {
    path: PRICES,
    body: '[\n  {"date":"2026-12-24","price":120.50},\n]',
    answer: refused('The body is not valid JSON: line 3, column 1'),
  },
  'JSON that was cut off, behind a byte order mark': {
    path: PRICES,
    body: `\ufeff[{"date":"2026-12-24","pri`,
    answer: refused('The body is not valid JSON: line 1, column 27'),
  },
  'JSON in single quotes, with lines as Windows ends them': {
    path: PRICES,
    body: `[\r\n{'date':'2026-12-24'}]`,
    answer: refused('The body is not valid JSON: line 2, column 2'),
  },
  'a body in Latin-1': {
    path: PRICES,
    body: Buffer.from('[{"date":"2026-12-24","price":1,"propertyName":"Hôtel"}]', 'latin1'),
    answer: refused('The body is not valid JSON: not UTF-8 at line 1, column 50'),
  },
  'one element without its array': {
    path: PRICES,
    body: '{"date":"2026-12-24","price":120.50}',
    answer: refused('The body must be an array, as [{"date":"2026-12-31","price":120.5}]; got an object'),
  },
  'elements that are texts': {
    path: INVENTORY,
    body: '["2026-12-24",7]',
    answer: refused('[0] must be an object; got "2026-12-24"\n[1] must be an object; got 7'),
  },
  'fields by other names': {
    path: INVENTORY,
    body: ofDates({ Date: '2026-12-24', inventory: 3 }),
    answer: refused(
      '[0].date is missing; unknown fields "Date", "inventory"\n' +
        '[0].inventoryNumber is missing; unknown fields "Date", "inventory"',
    ),
  },
  'prices sent as rooms left': {
    path: INVENTORY,
    body: ofDates({ date: '2026-12-24', price: 120.5 }),
    answer: refused('[0].inventoryNumber is missing; unknown field "price"'),
  },
  'a decimal comma': {
    path: PRICES,
    body: ofDates({ date: '2026-12-24', price: '120,50' }),
    answer: refused('[0].price must be a number of at least 0, as 120.5; got "120,50"'),
  },
  'a price that is not set': {
    path: PRICES,
    body: ofDates({ date: '2026-12-24', price: null }),
    answer: refused('[0].price must be a number of at least 0, as 120.5; got null'),
  },
  'dates as people write them': {
    path: PRICES,
    body: ofDates({ date: '24.12.2026', price: 1 }, { date: '2026-02-30', price: 1 }),
    answer: refused(
      '[0].date must be a date as 2026-12-31, or a date-time with an offset; got "24.12.2026"\n' +
        '[1].date must be a date as 2026-12-31, or a date-time with an offset; got "2026-02-30"',
    ),
  },
  'a date-time without an offset': {
    path: PRICES,
    body: ofDates({ date: '2026-12-24T00:00:00', price: 1 }),
    answer: refused(
      '[0].date must be a date as 2026-12-31, or a date-time with an offset; got "2026-12-24T00:00:00"',
    ),
  },
  'half a room, and fewer than none': {
    path: INVENTORY,
    body: ofDates({ date: '2026-12-24', inventoryNumber: 0.5 }, { date: '2026-12-25', inventoryNumber: -1 }),
    answer: refused(
      '[0].inventoryNumber must be a whole number from 0 to 2147483647; got 0.5\n' +
        '[1].inventoryNumber must be a whole number from 0 to 2147483647; got -1',
    ),
  },
  'a page of HTML as a name, and a text that turns its direction': {
    path: PRICES,
    body: ofDates({ date: '\u202e\n<script>alert("a long text")</script>', price: 1, propertyName: {} }),
    answer: refused(
      '[0].date must be a date as 2026-12-31, or a date-time with an offset; ' +
        'got "\\u202e\\n<script>alert(\\"a long text\\")…"\n' +
        '[0].propertyName must be a string; got an object',
    ),
  },
  '6,000 elements': {
    path: PRICES,
    body: JSON.stringify(Array(6_000).fill({ date: '2026-12-24', price: 1 })),
    answer: {
      status: 413,
      text: 'The body has 6000 elements: send at most 5000 a call, for example in 2 calls',
    },
  },
  'more than a mebibyte': {
    path: PRICES,
    body: ' '.repeat(1_048_577),
    answer: { status: 413, text: 'The body is larger than 1048576 bytes: send it in several calls' },
  },
  'a room that is missing': {
    path: '/updateCalendarPrices?roomId=999&ratePlanId=12',
    body: PRICE,
    answer: {
      status: 200,
      text: 'Room with ID: 999 not exist in db, check room id 999 in the booking platform',
    },
  },
  'a rate plan of another room': {
    path: '/updateCalendarPrices?roomId=1&ratePlanId=31',
    body: PRICE,
    answer: { status: 404, text: 'Rate plan not found' },
  },
  'a room edit that is not JSON': {
    path: ROOM_EDIT,
    body: '{"id":"1",}',
    answer: { status: 400, text: 'false' },
  },
  'a room edit without an id': {
    path: ROOM_EDIT,
    body: '{"roomId":"1","qty":5}',
    answer: { status: 200, text: 'false' },
  },
};

describe('mistakes of integrators', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start({ settings: { DEMO_DATA: 'true' } })));
  afterAll(() => service.stop());

  it.each(Object.keys(MISTAKES))('The answer to "%s" says what is wrong', async (name) => {
    const { path, method = 'POST', body, headers, answer } = MISTAKES[name]!;
    const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const got = await service.call(path, {
      method,
      headers: { ...sent, ...(headers?.['authorization'] === '' && { authorization: '' }) },
      ...(body !== undefined && { body }),
    });
    expect({ status: got.status, text: textOf(got) }).toEqual({ status: answer.status, text: answer.text });
    for (const [header, value] of Object.entries(answer.headers ?? {}))
      expect(got.headers.get(header)).toBe(value);
    expect(got.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['without a Host', '', 400, 'The Host header is missing'],
    [
      'with an expectation that no server meets',
      'Host: localhost\r\nExpect: 200-ok\r\n',
      417,
      'The only supported Expect is 100-continue: leave the header out',
    ],
  ])('The answer to a call %s says what is wrong, with a request id', async (_, headers, status, detail) => {
    const send = (path: string) =>
      sendRaw(service.url, Buffer.from(`POST ${path} HTTP/1.1\r\n${headers}Content-Length: 0\r\n\r\n`));
    const push = await send(PRICES);
    expect(push).toMatchObject({ status, text: detail });
    expect(push.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await send(ROOM_EDIT)).toMatchObject({ status, text: 'false' });
    const elsewhere = await send('/admin/rooms');
    expect(JSON.parse(elsewhere.text)).toMatchObject({
      status,
      detail,
      requestId: elsewhere.headers['x-request-id'],
    });
  });

  it('A call of HTTP/1.0, which has no Host, is served', async () => {
    const answer = await sendRaw(service.url, Buffer.from('GET /health/live HTTP/1.0\r\n\r\n'));
    expect(answer.status).toBe(200);
  });

  it.each([
    ['PUT', '/admin/rooms', 'GET, HEAD, POST', '/admin/rooms takes GET, HEAD, POST, not PUT'],
    [
      'POST',
      '/admin/rooms/1',
      'DELETE, GET, HEAD, PATCH',
      '/admin/rooms/{roomId} takes DELETE, GET, HEAD, PATCH, not POST',
    ],
  ])(
    'The answer to %s %s names the supported methods, as problem details',
    async (method, path, allow, detail) => {
      const { status, headers, text } = await service.call(path, { method });
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe(allow);
      expect(JSON.parse(text)).toMatchObject({ title: 'Method Not Allowed', status: 405, detail });
    },
  );

  it.each([
    ['with quotes', 'application/json; charset="utf-8"'],
    ['with an escape in its quotes', 'application/json; charset="ut\\f-8"'],
    ['with spaces and empty parameters', 'application/json ;; charset=UTF-8 ; '],
    ['with another parameter', 'Application/JSON; profile="a;b"'],
    ['in ASCII', 'application/json; charset=us-ascii'],
  ])('A content type %s is accepted', async (_, type) => {
    const answer = await service.post(PRICES, null, { body: PRICE, headers: { 'content-type': type } });
    expect(answer).toMatchObject({ status: 200, text: 'Price is successfully updated' });
  });

  it('The content encoding identity is accepted', async () => {
    const answer = await service.post(PRICES, null, {
      body: PRICE,
      headers: { 'content-encoding': 'Identity' },
    });
    expect(answer).toMatchObject({ status: 200, text: 'Price is successfully updated' });
  });

  it('Unknown fields alone cause no error', async () => {
    const answer = await service.post(PRICES, [{ date: '2026-12-24', price: 1, colour: 'blue' }]);
    expect(answer).toMatchObject({ status: 200, text: 'Price is successfully updated' });
  });
});

/** The text of a push's answer, or the detail of problem details. */
function textOf({ headers, text }: { headers: Headers; text: string }): string {
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8') return text;
  return (JSON.parse(text) as { detail: string }).detail;
}
