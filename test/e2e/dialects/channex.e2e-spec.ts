import { randomUUID } from 'node:crypto';
import type { ChannexHotel, Json } from '../../support/channex';
import { availability, ChannexCaller, notification, rates, restriction } from '../../support/channex';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const [DAY, NEXT, LAST] = ['2026-12-24', '2026-12-25', '2026-12-26'];
const CHANGES = 'data[0].attributes.changes';

describe('Channex', () => {
  let service: TestService;
  let channex: ChannexCaller;
  let hotel: ChannexHotel;
  beforeAll(async () => {
    service = await TestService.start();
    channex = new ChannexCaller(service, await service.createToken('channex', ['push']));
  });
  afterAll(() => service.stop());
  beforeEach(async () => (hotel = await channex.hotel()));

  const json = ({ text }: Answer) => JSON.parse(text) as Json;
  const receipt = async (requestId: unknown) =>
    json(
      await service.call(`/receipts/${String(requestId)}`, {
        headers: { authorization: `Bearer ${channex.token}` },
      }),
    ) as { entries: { records: Json[] }[] } & Json;

  describe('the check of the connection', () => {
    it('The check of the Channex connection finds the hotel code of a room', async () => {
      const answer = await channex.get(`test_connection/?hotel_code=${hotel.code}`);
      expect([answer.status, json(answer)]).toEqual([200, { success: true }]);
    });

    it.each(['', '?hotel_code='])(
      'Without a hotel code, the check of the Channex connection checks only the token: the query %j',
      async (query) => {
        const answer = await channex.get(`test_connection/${query}`);
        expect([answer.status, json(answer)]).toEqual([200, { success: true }]);
        const wrong = await new ChannexCaller(service, 'wrong').get(`test_connection/${query}`);
        expect(wrong.status).toBe(401);
      },
    );

    it.each(['?hotel_code=NONE', '?hotel_code=A&hotel_code=B', '?hotel_code=H%00', '?hotel_code=H%C3%A9'])(
      'The check of the Channex connection answers 404 to the query %j',
      async (query) => {
        const answer = await channex.get(`test_connection/${query}`);
        expect([answer.status, json(answer)]).toEqual([
          404,
          { success: false, error: expect.any(String) as string },
        ]);
      },
    );

    it.each(['api-key', 'api_key', 'authorization'])(
      'The check of the Channex connection takes the token from the header %s',
      async (header) => {
        const value = header === 'authorization' ? `Bearer ${channex.token}` : channex.token;
        const headers = { authorization: '', [header]: value };
        const answer = await service.call(`/channex/test_connection/?hotel_code=${hotel.code}`, { headers });
        expect(answer.status).toBe(200);
      },
    );

    it('The check of the Channex connection refuses a token in the query, and a token without the scope push', async () => {
      const path = `/channex/test_connection/?hotel_code=${hotel.code}`;
      const without = await service.call(`${path}&api_key=${channex.token}`, {
        headers: { authorization: '' },
      });
      expect([without.status, json(without)]).toMatchObject([401, { success: false }]);
      const reader = await service.createToken('reader', ['read']);
      const other = await service.call(path, { headers: { 'api-key': reader } });
      expect([other.status, json(other)]).toMatchObject([403, { success: false }]);
    });
  });

  it('The Channex mapping lists the rooms and plans of the hotel', async () => {
    const answer = await channex.get(`mapping_details/?hotel_code=${hotel.code}`);
    const plan = { title: 'Plan', sell_mode: 'per_room', max_persons: 3, currency: 'EUR' };
    expect([answer.status, json(answer)]).toEqual([
      200,
      {
        data: {
          type: 'mapping_details',
          attributes: {
            room_types: [
              {
                id: hotel.room,
                title: 'Double',
                rate_plans: [
                  { id: hotel.base, ...plan, read_only: false },
                  { id: hotel.derived, ...plan, read_only: true },
                ],
              },
            ],
          },
        },
      },
    ]);
  });

  describe('changes', () => {
    it('A message sets rooms left and prices of a range with both ends, and the derived prices', async () => {
      const answer = await channex.send(hotel.code, [
        availability(hotel, DAY, LAST, 10),
        restriction(hotel, DAY, LAST, rates('200.00', { fraction_size: 2, occupancy: 3 })),
      ]);
      expect([answer.status, json(answer)]).toEqual([
        200,
        { success: true, unique_id: answer.headers.get('x-request-id'), warnings: [] },
      ]);
      expect(await service.records.availability(hotel.room)).toEqual({
        [DAY]: [10, 0],
        [NEXT]: [10, 0],
        [LAST]: [10, 0],
      });
      expect(await service.records.prices(hotel.base)).toEqual({
        [DAY]: '200.0000',
        [NEXT]: '200.0000',
        [LAST]: '200.0000',
      });
      expect(await service.records.prices(hotel.derived)).toMatchObject({ [DAY]: '180.0000' });
    });

    it('A message about several rooms has an entry for each room', async () => {
      // Rooms are locked in the order of their ids, whatever the order of the message.
      const [first, other] = [hotel, await channex.hotel(hotel.code)].sort(
        (one, another) => Number(one.room) - Number(another.room),
      ) as [ChannexHotel, ChannexHotel];
      hotel = first;
      const answer = await channex.send(hotel.code, [
        restriction(other, DAY, DAY, rates('50.00')),
        availability(hotel, DAY, DAY, 3),
      ]);
      const { unique_id: callId } = json(answer);
      const { entries, ...rest } = await receipt(callId);
      expect(rest).toMatchObject({ requestId: callId, callId, dialect: 'channex', roomId: hotel.room });
      expect(entries).toMatchObject([
        {
          roomId: hotel.room,
          callId,
          operation: 'channexChanges',
          records: [{ date: DAY, value: '3', field: 'roomsLeft', ratePlanId: null, verdict: 'applied' }],
        },
        {
          roomId: other.room,
          callId,
          records: [
            { date: DAY, value: '50.00', field: 'price', ratePlanId: other.base, verdict: 'applied' },
          ],
        },
      ]);
      // The feed waits for all transactions of its server, including those in other files' databases.
      await until(async () =>
        (await service.call('/changes?limit=1000')).text.includes(`"requestId":"${String(callId)}"`),
      );
    });

    it('The changes of a message are applied in their order, and the last one of a cell wins', async () => {
      const answer = await channex.send(hotel.code, [
        restriction(hotel, DAY, LAST, rates('100.00')),
        restriction(hotel, DAY, NEXT, rates('55.00'), hotel.derived),
        restriction(hotel, NEXT, NEXT, rates('120.00')),
        availability(hotel, DAY, NEXT, 1),
        availability(hotel, NEXT, NEXT, 2),
      ]);
      expect(answer.status).toBe(200);
      expect(await service.records.prices(hotel.base)).toMatchObject({
        [DAY]: '100.0000',
        [NEXT]: '120.0000',
      });
      expect(await service.records.prices(hotel.derived)).toEqual({
        [DAY]: '55.0000',
        [NEXT]: '108.0000',
        [LAST]: '90.0000',
      });
      expect(await service.records.availability(hotel.room)).toMatchObject({ [DAY]: [1, 0], [NEXT]: [2, 0] });
      const { records } = (await receipt(json(answer)['unique_id'])).entries[0]!;
      expect(records.map(({ verdict }) => verdict)).toEqual(
        'applied superseded applied applied applied applied applied superseded applied'.split(' '),
      );
    });

    it('A message sets restrictions of a plan and its derived plans, and a minimum of 1 or a maximum of 0 means none', async () => {
      const values = {
        ...{ stop_sell: true, closed_to_arrival: true, closed_to_departure: false },
        ...{ min_stay: 4, min_stay_through: 2, max_stay: 7 },
      };
      const answer = await channex.send(hotel.code, [restriction(hotel, DAY, NEXT, values)]);
      expect(answer.status).toBe(200);
      const stored = () =>
        service.dataSource.query<Json[]>(
          `SELECT stop_sell, closed_to_arrival, closed_to_departure, min_stay_arrival, min_stay_through, max_stay
             FROM rate_room_availability WHERE rate_plan_id = ANY ($1) AND date = $2 ORDER BY rate_plan_id`,
          [[hotel.base, hotel.derived], NEXT],
        );
      const all = {
        ...{ stop_sell: true, closed_to_arrival: true, closed_to_departure: null },
        ...{ min_stay_arrival: 4, min_stay_through: 2, max_stay: 7 },
      };
      expect(await stored()).toEqual([all, all]);
      const { entries } = await receipt(json(answer)['unique_id']);
      expect(entries[0]!.records.slice(0, 2)).toMatchObject([
        { date: DAY, field: 'stopSell', value: 'true', ratePlanId: hotel.base, verdict: 'applied' },
        { date: NEXT, field: 'stopSell', value: 'true', ratePlanId: hotel.base, verdict: 'applied' },
      ]);
      const none = { stop_sell: false, min_stay_arrival: 1, min_stay_through: 1, max_stay: 0 };
      await channex.send(hotel.code, [restriction(hotel, DAY, NEXT, none)]);
      const rest = {
        ...all,
        stop_sell: null,
        min_stay_arrival: null,
        min_stay_through: null,
        max_stay: null,
      };
      expect(await stored()).toEqual([rest, rest]);
      const { requestId } = await receipt(json(answer)['unique_id']);
      expect(requestId).toBe(json(answer)['unique_id']);
    });

    it('A Channex change without fields changes nothing', async () => {
      await channex.send(hotel.code, [restriction(hotel, DAY, DAY, rates('100.00'))]);
      const answer = await channex.send(hotel.code, [restriction(hotel, DAY, DAY, {})]);
      expect(answer.status).toBe(200);
      expect(await service.records.prices(hotel.base)).toEqual({ [DAY]: '100.0000' });
    });

    it('A Channex message skips dates outside of the update window', async () => {
      const answer = await channex.send(hotel.code, [availability(hotel, '2026-11-29', '2026-12-01', 4)]);
      expect(await service.records.availability(hotel.room)).toEqual({
        '2026-11-30': [4, 0],
        '2026-12-01': [4, 0],
      });
      const { unique_id: callId, warnings } = json(answer);
      expect((await receipt(callId)).entries[0]).toMatchObject({ skipped: 1, applied: 2 });
      expect(warnings).toEqual(['Skipped, because the dates are outside of the update window: 1']);
    });

    it('The window of a Channex message ends 750 days from today', async () => {
      // The test's today is 2026-12-01.
      await channex.send(hotel.code, [availability(hotel, '2028-12-19', '2028-12-22', 4)]);
      expect(Object.keys(await service.records.availability(hotel.room))).toEqual([
        '2028-12-19',
        '2028-12-20',
      ]);
    });

    it('Several notifications about several hotels are one message', async () => {
      const other = await channex.hotel();
      const of = (one: ChannexHotel) =>
        (notification(one.code, [availability(one, DAY, DAY, 5)])['data'] as Json[])[0];
      const answer = await channex.sendBody({ data: [of(hotel), of(other)] });
      expect((await receipt(json(answer)['unique_id'])).entries).toHaveLength(2);
      for (const { room } of [hotel, other])
        expect(await service.records.availability(room)).toEqual({ [DAY]: [5, 0] });
    });

    it('Null stands for an absent field', async () => {
      await channex.send(hotel.code, [restriction(hotel, DAY, DAY, { ...rates('100.00'), stop_sell: true })]);
      const none = { rates: null, stop_sell: null, min_stay: null, max_stay: null };
      expect((await channex.send(hotel.code, [restriction(hotel, DAY, DAY, none)])).status).toBe(200);
      expect(await service.records.prices(hotel.base)).toEqual({ [DAY]: '100.0000' });
      expect(await service.records.restrictions(hotel.base)).toEqual({ [DAY]: { stopSell: true } });
    });

    it('A Channex message sets the price for the room’s guests, and the answer and the receipt name the other prices', async () => {
      const answer = await channex.send(hotel.code, [
        restriction(hotel, DAY, DAY, {
          rates: [
            { rate: '90.00', currency: 'EUR', occupancy: 2 },
            { rate: '110.00', currency: 'EUR', occupancy: 3 },
            { rate: '70.00', currency: 'EUR', occupancy: 1 },
          ],
        }),
      ]);
      expect(await service.records.prices(hotel.base)).toEqual({ [DAY]: '110.0000' });
      const { unique_id: callId, warnings } = json(answer);
      expect(warnings).toEqual([
        `Prices of rate plan ${hotel.base} for 1, 2 guests are ignored: the price for 3 guests counts`,
      ]);
      expect(await receipt(callId)).toMatchObject({ notes: warnings });
    });

    it('A price for the room’s guests takes precedence over one without an occupancy, in several changes too', async () => {
      const [any, two, three] = [
        { rate: '90.00', currency: 'EUR' },
        { rate: '100.00', currency: 'EUR', occupancy: 2 },
        { rate: '110.00', currency: 'EUR', occupancy: 3 },
      ];
      await channex.send(hotel.code, [
        restriction(hotel, DAY, DAY, { rates: [any, three] }),
        restriction(hotel, NEXT, LAST, { rates: [three] }),
        restriction(hotel, NEXT, NEXT, { rates: [any] }),
        restriction(hotel, LAST, LAST, { rates: [two] }),
      ]);
      expect(await service.records.prices(hotel.base)).toEqual({
        [DAY]: '110.0000',
        [NEXT]: '110.0000',
        [LAST]: '110.0000',
      });
    });

    it('Prices that the guard of the plan does not accept are held', async () => {
      await service.dataSource.query(`UPDATE rate_plan SET guard = $2 WHERE id = $1`, [
        hotel.base,
        { minimum: '40', maximum: null, maxDecreasePercent: null, maxIncreasePercent: null },
      ]);
      const answer = await channex.send(hotel.code, [restriction(hotel, DAY, NEXT, rates('1.00'))]);
      expect(await service.records.prices(hotel.base)).toEqual({});
      const { unique_id: callId, warnings } = json(answer);
      expect((await receipt(callId)).entries[0]).toMatchObject({ held: 2 });
      expect(warnings).toEqual([expect.stringMatching(/^Held until a person decides.*: 2$/)]);
      const held = await service.admin<{ items: Json[] }>('GET', `/heldPrices?ratePlanId=${hotel.base}`);
      expect(held.body.items).toMatchObject([
        { date: DAY, held: '1.00' },
        { date: NEXT, held: '1.00' },
      ]);
    });

    it('The list of tokens says which one was used for Channex', async () => {
      await channex.send(hotel.code, [availability(hotel, DAY, DAY, 1)]);
      const { body } = await service.admin<{ items: Json[] }>('GET', '/accessTokens');
      const dialectsOf = (name: string) => body.items.find((token) => token['name'] === name)?.['dialects'];
      expect([dialectsOf('channex'), dialectsOf('test')]).toEqual([['channex'], []]);
    });

    it('A message without changes changes nothing, and has a receipt', async () => {
      const answer = await channex.send(hotel.code, []);
      expect(answer.status).toBe(200);
      expect(await receipt(json(answer)['unique_id'])).toMatchObject({ outcome: 'emptyList', entries: [{}] });
    });

    it('A message is undone as a whole', async () => {
      const other = await channex.hotel(hotel.code);
      await channex.send(hotel.code, [restriction(hotel, DAY, DAY, rates('80.00'))]);
      const sent = await channex.send(hotel.code, [
        restriction(hotel, DAY, DAY, rates('1.00')),
        availability(hotel, DAY, DAY, 9),
        restriction(other, DAY, DAY, rates('2.00')),
      ]);
      const { entries } = await receipt(json(sent)['unique_id']);
      const { body } = await service.admin(
        'POST',
        `/journal/${String(entries[1]!['requestId' as never])}/undo`,
        { dryRun: false },
      );
      const undone = await until(async () => {
        const undo = await service.admin('GET', `/journal/undo/${String(body['undoId'])}`);
        return undo.body['state'] === 'done' ? undo.body : undefined;
      });
      expect(undone).toMatchObject({ rooms: 2, restored: 3 });
      expect(await service.records.prices(hotel.base)).toEqual({ [DAY]: '80.0000' });
      expect(await service.records.prices(other.base)).toEqual({ [DAY]: null });
      expect(await service.records.availability(hotel.room)).toEqual({ [DAY]: [0, 0] });
    });
  });

  describe('refused changes', () => {
    const errorsOf = async (answer: Promise<Answer>) => {
      const { status, text } = await answer;
      expect(status).toBe(422);
      return (JSON.parse(text) as { errors: { path: string; message: string }[] }).errors;
    };

    it('A message with one wrong plan among 200 changes nothing, and the error names its place', async () => {
      const changes = Array.from({ length: 200 }, (_, index) =>
        restriction(hotel, DAY, LAST, rates('10.00'), index === 150 ? '987654' : hotel.base),
      );
      expect(await errorsOf(channex.send(hotel.code, changes))).toEqual([
        {
          path: `${CHANGES}[150].attributes.rate_plan_id`,
          message: `There is no rate plan 987654 in hotel "${hotel.code}"`,
        },
      ]);
      expect(await service.records.prices(hotel.base)).toEqual({});
    });

    it('A message about an unknown hotel, an unknown room or a plan of another room is refused', async () => {
      const other = await channex.hotel(hotel.code);
      const stranger = await channex.hotel();
      expect(await errorsOf(channex.send('NONE', [availability(hotel, DAY, DAY, 1)]))).toEqual([
        { path: 'data[0].attributes.hotel_code', message: 'There is no hotel "NONE"' },
      ]);
      expect(await errorsOf(channex.send(hotel.code, [availability(stranger, DAY, DAY, 1)]))).toMatchObject([
        { path: `${CHANGES}[0].attributes.room_type_id` },
      ]);
      const wrong = restriction(hotel, DAY, DAY, rates('1.00'), other.base);
      expect(await errorsOf(channex.send(hotel.code, [wrong]))).toMatchObject([
        {
          path: `${CHANGES}[0].attributes.rate_plan_id`,
          message: expect.stringContaining('belongs to room') as string,
        },
      ]);
    });

    it('A message in another currency is refused', async () => {
      const change = restriction(hotel, DAY, DAY, { rates: [{ rate: '1.00', currency: 'USD' }] });
      expect(await errorsOf(channex.send(hotel.code, [change]))).toEqual([
        {
          path: `${CHANGES}[0].attributes.rates[0].currency`,
          message: `The currency of rate plan ${hotel.base} is EUR, not "USD"`,
        },
      ]);
    });

    it.each<[string, Json, string]>([
      ['a price as a number', { rates: [{ rate: 20000 }] }, 'rates[0].rate'],
      ['a negative price', { rates: [{ rate: '-1.00' }] }, 'rates[0].rate'],
      ['a price that is too large', { rates: [{ rate: '10000000000' }] }, 'rates[0].rate'],
      ['rates that are no list', { rates: {} }, 'rates'],
      ['a rate without a price', { rates: [{ currency: 'EUR' }] }, 'rates[0].rate'],
      ['a flag that is a text', { closed_to_arrival: 'true' }, 'closed_to_arrival'],
      ['a stay that is too long', { max_stay: 1000 }, 'max_stay'],
      ['a negative stay', { min_stay_arrival: -1 }, 'min_stay_arrival'],
      ['a range that ends before it begins', { date_to: '2026-12-01' }, 'date_to'],
      ['a date that does not exist', { date_from: '2026-02-30' }, 'date_from'],
      ['a wrong id', { room_type_id: 'double' }, 'room_type_id'],
      ['no plan', { rate_plan_id: undefined }, 'rate_plan_id'],
      ['null as the plan', { rate_plan_id: null }, 'rate_plan_id'],
    ])('A message with %s changes nothing, and the error names its place', async (_, values, path) => {
      const changes = [restriction(hotel, DAY, DAY, rates('5.00')), restriction(hotel, DAY, DAY, values)];
      const errors = await errorsOf(channex.send(hotel.code, changes));
      expect(errors.map((error) => error.path)).toEqual([`${CHANGES}[1].attributes.${path}`]);
      expect(await service.records.prices(hotel.base)).toEqual({});
    });

    it.each<[string, unknown, string]>([
      ['a list instead of an object', [], ''],
      ['no data', {}, 'data'],
      ['no notification', { data: [] }, 'data'],
      ['a second notification of another type', { data: [{}, { type: 'booking' }] }, 'data[1].type'],
      ['another type', { data: [{ type: 'booking', attributes: {} }] }, 'data[0].type'],
      [
        'an unknown type of changes',
        notification('H', [{ type: 'x', attributes: {} }]),
        `${CHANGES}[0].type`,
      ],
      [
        'no message id',
        { data: [{ type: 'changes_notification', attributes: {} }] },
        'data[0].attributes.request_id',
      ],
    ])('A body with %s is refused', async (_, body, path) => {
      expect((await errorsOf(channex.sendBody(body))).map((error) => error.path)).toContain(path);
    });

    it('A body that is not JSON is refused', async () => {
      const body = '{"data": [}';
      const answer = service.post('/channex/changes/', undefined, {
        body,
        headers: { 'api-key': channex.token },
      });
      expect(await errorsOf(answer)).toEqual([
        { path: '', message: 'The body is not valid JSON: line 1, column 11' },
      ]);
    });

    it('A message that makes a derived price too large is refused', async () => {
      const rule = JSON.stringify({
        steps: [{ percent: '900' }],
        rounding: { mode: 'halfUp', increment: '0.01' },
        minimum: null,
        maximum: null,
      });
      await service.dataSource.query(`UPDATE rate_plan SET derivation = $2 WHERE id = $1`, [
        hotel.derived,
        rule,
      ]);
      const errors = await errorsOf(
        channex.send(hotel.code, [restriction(hotel, DAY, DAY, rates('9000000000'))]),
      );
      expect(errors).toMatchObject([{ path: `${CHANGES}[0].attributes.rates[0]` }]);
      expect(await service.records.prices(hotel.base)).toEqual({});
    });

    it('The journal has the reason for a refusal, under the request id', async () => {
      const answer = await channex.send('NONE', [availability(hotel, DAY, DAY, 1)]);
      expect(await receipt(answer.headers.get('x-request-id'))).toMatchObject({
        outcome: 'refused',
        dialect: 'channex',
        problem: 'data[0].attributes.hotel_code There is no hotel "NONE"',
        entries: [],
      });
    });
  });

  describe('other failures', () => {
    const errors = [{ path: '', message: expect.any(String) as string }];

    it('A call without a valid token is answered 401, in the format of Channex', async () => {
      const answer = await service.post('/channex/changes/', {}, { headers: { 'api-key': 'wrong' } });
      expect([answer.status, json(answer)]).toEqual([401, { success: false, errors }]);
      expect(answer.headers.get('content-type')).toContain('application/json');
    });

    it('A message above 10 MiB is answered 413', async () => {
      const answer = await channex.sendBody({ data: 'x'.repeat(10 * 1024 * 1024) });
      expect([answer.status, json(answer)]).toEqual([413, { success: false, errors }]);
    });

    it('A message of more than 400,000 facts is answered 413, even about 9,999 years', async () => {
      const long = restriction(hotel, '0001-01-01', '9999-12-31', rates('1.00'));
      const answer = await channex.send(hotel.code, [long]);
      expect([answer.status, json(answer)]).toEqual([413, { success: false, errors }]);
      const many = Array.from({ length: 400 }, () =>
        restriction(hotel, DAY, '2028-05-07', { ...rates('1.00'), stop_sell: false }),
      );
      expect((await channex.send(hotel.code, [...many, many[0]!])).status).toBe(413);
    });

    it('Another content type is answered 415, and another method 405', async () => {
      const headers = { 'api-key': channex.token, 'content-type': 'text/plain' };
      const answer = await service.call('/channex/changes/', { method: 'POST', body: '{}', headers });
      expect([answer.status, json(answer)]).toEqual([415, { success: false, errors }]);
      const get = await service.call('/channex/changes/', { headers: { 'api-key': channex.token } });
      expect([get.status, json(get)]).toMatchObject([405, { success: false }]);
    });

    it('A token of another property is answered 403, also for a hotel that does not exist', async () => {
      const limited = await service.createToken('limited', ['push'], { propertyNames: ['Elsewhere'] });
      const other = new ChannexCaller(service, limited);
      for (const code of [hotel.code, 'NONE']) {
        expect((await other.send(code, [availability(hotel, DAY, DAY, 1)])).status).toBe(403);
        expect((await other.get(`mapping_details/?hotel_code=${code}`)).status).toBe(403);
      }
      const own = new ChannexCaller(
        service,
        await service.createToken('own', ['push'], { propertyNames: [hotel.code] }),
      );
      expect((await own.send(hotel.code, [availability(hotel, DAY, DAY, 1)])).status).toBe(200);
    });
  });

  describe('repeated messages', () => {
    const message = () => [restriction(hotel, DAY, DAY, rates('100.00'))];

    it('A repeated message gets the first answer and changes nothing, on any instance', async () => {
      const requestId = randomUUID();
      const first = json(await channex.send(hotel.code, message(), requestId));
      await service.pushPrices(hotel.room, hotel.base, [{ date: DAY, price: 7 }]);
      const beside = await service.startBeside({});
      const elsewhere = new ChannexCaller(beside, channex.token);
      for (const caller of [channex, elsewhere])
        expect(json(await caller.send(hotel.code, message(), requestId))).toEqual(first);
      expect(await service.records.prices(hotel.base)).toEqual({ [DAY]: '7.0000' });
    });

    it('Copies of a message that come at the same time get one answer', async () => {
      const requestId = randomUUID();
      const beside = await service.startBeside({});
      const elsewhere = new ChannexCaller(beside, channex.token);
      const answers = await Promise.all(
        [channex, elsewhere, channex, elsewhere].map((caller) =>
          caller.send(hotel.code, message(), requestId),
        ),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('A message with another content, id or token counts as new', async () => {
      const requestId = randomUUID();
      const ids = new Set([json(await channex.send(hotel.code, message(), requestId))['unique_id']]);
      const other = new ChannexCaller(service, await service.createToken('other', ['push']));
      const different = [restriction(hotel, DAY, DAY, rates('100.01'))];
      ids.add(json(await channex.send(hotel.code, different, requestId))['unique_id']);
      ids.add(json(await channex.send(hotel.code, message()))['unique_id']);
      ids.add(json(await other.send(hotel.code, message(), requestId))['unique_id']);
      expect(ids.size).toBe(4);
    });

    it('A message that was refused is checked again', async () => {
      const requestId = randomUUID();
      const change = [restriction(hotel, DAY, DAY, rates('10.00'), '987655')];
      expect((await channex.send(hotel.code, change, requestId)).status).toBe(422);
      await service.dataSource.query(
        `INSERT INTO rate_plan (id, room_id, name) VALUES (987655, $1, 'Late')`,
        [hotel.room],
      );
      expect((await channex.send(hotel.code, change, requestId)).status).toBe(200);
    });
  });
});
