import type { ChannexHotel, Json } from '../../support/channex';
import { availability, ChannexCaller, notification, rates, restriction } from '../../support/channex';
import type { MessageFormat } from '../../support/message-fuzzing';
import { fuzzMessages, FUZZ_TIME_LIMIT } from '../../support/message-fuzzing';
import { TestService } from '../../support/service';

const JSON_FORMAT: MessageFormat = {
  value: { pattern: /:("[^"]*"|-?[\d.]+|true|false)/, write: (snippet) => `:${snippet}` },
  name: { pattern: /"\w+":/, write: (snippet) => `${snippet}:` },
  snippets: [
    ...['{', '}', '[', ']', ',', ':', '"', '\\', '{}', '[]', '[[]]', 'null', 'true', 'NaN', '/**/', '\uFEFF'],
    ...['""', '" "', '"\\u0000"', '"\\ud800"', '\0', '\uFFFE', '"\u202E"', '\r\n', '"__proto__"', '"then"'],
    ...[
      '0',
      '-1',
      '1.5',
      '1e3',
      '1e400',
      '99999999999999999999',
      '"99999999999999999999"',
      '"0"',
      '"1e3"',
      '"-0"',
    ],
    ...['"2026-02-30"', '"2026-12-31"', '"0000-01-01"', '"9999-12-31"', '"2026-12-24T00:00:00Z"', '20261224'],
    ...['"USD"', '"eur"', '"min_stay"', '"rates"', '"occupancy"', '"availability_changes"', '"hotel_code"'],
    ...[`"${'x'.repeat(70_000)}"`, '['.repeat(40), '{"a":'.repeat(40), `[${'0,'.repeat(5_000)}0]`],
  ],
};
/** The answer is 413 if a mutated year makes a range of more cells than a message may have. */
const STATUSES = [200, 400, 413, 422, 429];

describe('mutated messages of Channex', () => {
  let service: TestService;
  let channex: ChannexCaller;
  let hotel: ChannexHotel;
  beforeAll(async () => {
    service = await TestService.start({ settings: { LATE_ARRIVAL_SECONDS: '0' } });
    channex = new ChannexCaller(service, await service.createToken('channex', ['push']));
    hotel = await channex.hotel();
  });
  afterAll(() => service.stop());

  it(
    'A mutated message never makes the service fail, and is applied as a whole or not at all',
    async () => {
      const [from, to] = ['2026-12-24', '2026-12-26'];
      const stays = { min_stay_arrival: 2, min_stay_through: 1, max_stay: 0 };
      const flags = { stop_sell: true, closed_to_arrival: false, closed_to_departure: true };
      const all = { ...rates('100.10', { fraction_size: 2, occupancy: 3 }), ...stays, ...flags };
      const examples = [
        [availability(hotel, from, to, 3), restriction(hotel, from, to, all)],
        [restriction(hotel, from, from, rates('7.00')), restriction(hotel, to, to, { min_stay: 3 })],
        [availability(hotel, from, from, 4), availability(hotel, to, to, 5)],
      ].map((changes) => {
        const body = JSON.stringify(notification(hotel.code, changes));
        return { body, start: body.indexOf('"changes":') };
      });
      const headers = { authorization: '', 'api-key': channex.token, 'content-type': 'application/json' };
      const outcomes = await fuzzMessages(service, JSON_FORMAT, examples, async (message) => {
        const { status, text } = await service.call('/channex/changes/', {
          method: 'POST',
          body: message,
          headers,
        });
        expect(STATUSES).toContain(status);
        const answer = JSON.parse(text) as Json;
        expect(answer['success']).toBe(status === 200);
        return { outcome: String(status), isApplied: status === 200 };
      });
      expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['200', '422']));
    },
    FUZZ_TIME_LIMIT,
  );
});
