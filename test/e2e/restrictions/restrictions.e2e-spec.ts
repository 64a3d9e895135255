import { DatabaseProxy } from '../../support/database-proxy';
import { callInOutage } from '../../support/failing-calls';
import { endOfFeed, pageWith } from '../../support/feed-page';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';

const [MON, TUE, WED] = ['2026-12-07', '2026-12-08', '2026-12-09'] as const;
const DONE = {
  Blackout: 'Blackout is successfully updated',
  MinStay: 'Min stay is successfully updated',
  MaxStay: 'Max stay is successfully updated',
};

/** The operations of restrictions by date: one test for each sentence of the contract, section 2.8. */
describe('restrictions by date', () => {
  let proxy: DatabaseProxy;
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    service = await TestService.start({ proxy });
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
  });
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });

  const close = (body: unknown, roomId = room) =>
    service.post(`/updateCalendarBlackout?roomId=${roomId}`, body);
  const minStay = (body: unknown, ratePlanId = plan, roomId = room) =>
    service.post(`/updateCalendarMinStay?roomId=${roomId}&ratePlanId=${ratePlanId}`, body);
  const maxStay = (body: unknown, ratePlanId = plan, roomId = room) =>
    service.post(`/updateCalendarMaxStay?roomId=${roomId}&ratePlanId=${ratePlanId}`, body);
  const idOf = ({ headers }: Answer) => headers.get('x-request-id') ?? '';
  const receiptOf = async (answer: Answer) => {
    const { text } = await service.call(`/receipts/${idOf(answer)}`);
    return JSON.parse(text) as {
      records: { date: string; value: string; verdict: string }[];
      repeatOf: string | null;
    };
  };

  describe('updateCalendarBlackout', () => {
    it('updateCalendarBlackout closes and opens dates, and creates a missing one without rooms', async () => {
      await service.pushInventory(room, [{ date: MON, inventoryNumber: 3 }]);
      const answer = await close([
        { date: MON, blackoutStatus: true, propertyName: 'Hotel Bar' },
        { date: `${TUE}T00:00:00.000+00:00`, blackoutStatus: 'true' },
        { date: WED, blackoutStatus: false },
      ]);
      expect(answer).toMatchObject({ status: 200, text: DONE.Blackout });
      expect(answer.headers.get('x-records-skipped')).toBe('0');
      expect(await service.records.closed(room)).toEqual({ [MON]: true, [TUE]: true, [WED]: false });
      expect(await service.records.availability(room)).toEqual({
        [MON]: [3, 0],
        [TUE]: [0, 0],
        [WED]: [0, 0],
      });
      await close([{ date: MON, blackoutStatus: false }]);
      expect(await service.records.closed(room)).toEqual({ [MON]: false, [TUE]: true, [WED]: false });
    });

    it('updateCalendarBlackout takes the date as written in a date-time', async () => {
      await close([{ date: `${TUE}T00:30:00+02:00`, blackoutStatus: true }]);
      await close([{ date: `${WED}T23:30:00-05:00`, blackoutStatus: true }]);
      expect(await service.records.closed(room)).toEqual({ [TUE]: true, [WED]: true });
    });

    it('A closed date keeps prices and rooms left, and a push of rooms left does not open it', async () => {
      await service.pushPrices(room, plan, [{ date: MON, price: 80 }]);
      await close([{ date: MON, blackoutStatus: true }]);
      await service.pushInventory(room, [{ date: MON, inventoryNumber: 4 }]);
      expect(await service.records.closed(room)).toEqual({ [MON]: true });
      expect(await service.records.prices(plan)).toEqual({ [MON]: '80.0000' });
    });

    it('The receipt says what was closed and what was closed already', async () => {
      await close([{ date: MON, blackoutStatus: true }]);
      const { records } = await receiptOf(
        await close([
          { date: MON, blackoutStatus: true },
          { date: TUE, blackoutStatus: true },
          { date: '1999-01-01', blackoutStatus: true },
        ]),
      );
      expect(records).toEqual([
        { date: MON, value: 'true', verdict: 'unchanged', overbooked: false },
        { date: TUE, value: 'true', verdict: 'applied', overbooked: false },
        { date: '1999-01-01', value: 'true', verdict: 'skipped', overbooked: false },
      ]);
    });

    it.each([
      [[{ date: MON }], '[0].blackoutStatus is missing'],
      [[{ date: MON, blackoutStatus: 'yes' }], '[0].blackoutStatus must be true or false; got "yes"'],
      [[{ date: MON, blackoutStatus: 1 }], '[0].blackoutStatus must be true or false; got 1'],
      [
        { date: MON },
        'The body must be an array, as [{"date":"2026-12-31","blackoutStatus":true}]; got an object',
      ],
    ])('updateCalendarBlackout refuses %j', async (body, text) => {
      expect(await close(body)).toMatchObject({ status: 400, text });
      expect(await service.records.closed(room)).toEqual({});
    });

    it('updateCalendarBlackout reports an empty list and a missing room by e-mail', async () => {
      expect((await close([])).text).toBe(`blackout is received as empty list ${room}`);
      expect((await close([{ date: MON, blackoutStatus: true }], '987654')).text).toMatch(
        /^Room with ID: 987654 not exist/,
      );
      const notices = await service.dataSource.query<{ notice: object }[]>(
        `SELECT trigger, room_id, detail FROM notification WHERE room_id IN ($1, 987654)
          UNION ALL
         SELECT notice ->> 'trigger', room_id, notice ->> 'detail' FROM journal_entry
          WHERE notice IS NOT NULL AND room_id IN ($1, 987654)
          ORDER BY 1`,
        [room],
      );
      expect(notices).toEqual([
        { trigger: 'emptyRestrictionList', room_id: room, detail: 'closed dates' },
        { trigger: 'restrictionRoomMissing', room_id: '987654', detail: 'closed dates' },
      ]);
    });
  });

  describe('updateCalendarMinStay and updateCalendarMaxStay', () => {
    it('A stay restriction is set on a plan, and 0 or a minimum of 1 means none', async () => {
      await service.pushPrices(room, plan, [{ date: MON, price: 80 }]);
      expect(
        await minStay([
          { date: MON, minStay: 3 },
          { date: TUE, minStay: 1 },
          { date: WED, minStay: '2' },
        ]),
      ).toMatchObject({ status: 200, text: DONE.MinStay });
      expect(
        await maxStay([
          { date: MON, maxStay: 1 },
          { date: TUE, maxStay: 999 },
        ]),
      ).toMatchObject({ status: 200, text: DONE.MaxStay });
      expect(await service.records.restrictions(plan)).toEqual({
        [MON]: { minStayArrival: 3, maxStay: 1 },
        [TUE]: { maxStay: 999 },
        [WED]: { minStayArrival: 2 },
      });
      await minStay([{ date: MON, minStay: 0 }]);
      await maxStay([{ date: TUE, maxStay: 0 }]);
      expect(await service.records.restrictions(plan)).toEqual({
        [MON]: { maxStay: 1 },
        [TUE]: {},
        [WED]: { minStayArrival: 2 },
      });
    });

    it('A push of a stay restriction takes the date as written in a date-time', async () => {
      await minStay([{ date: `${TUE}T00:30:00+02:00`, minStay: 3 }]);
      await maxStay([{ date: `${TUE}T23:30:00-05:00`, maxStay: 7 }]);
      expect(await service.records.restrictions(plan)).toEqual({ [TUE]: { minStayArrival: 3, maxStay: 7 } });
    });

    it('A stay restriction stores nothing for a plan that is deleted at the same time', async () => {
      const statuses = new Set<number>();
      for (let round = 0; round < 10; round++) {
        const doomed = await service.records.ratePlan(room);
        const first = minStay([{ date: MON, minStay: 3 }], doomed);
        const deletion = service.admin('DELETE', `/ratePlans/${doomed}?confirm=Plan`);
        const others = [MON, TUE, WED].map((date) => maxStay([{ date, maxStay: 7 }], doomed));
        const answers = await Promise.all([first, ...others]);
        expect((await deletion).status).toBe(204);
        for (const { status } of answers) statuses.add(status);
        expect(await service.records.restrictions(doomed)).toEqual({});
      }
      for (const status of statuses) expect([200, 404]).toContain(status);
    });

    it('A stay restriction creates missing records without a price and without rooms', async () => {
      await minStay([{ date: MON, minStay: 3 }]);
      expect(await service.records.prices(plan)).toEqual({ [MON]: null });
      expect(await service.records.availability(room)).toEqual({ [MON]: [0, 0] });
    });

    it.each([
      ['a minimum of 0', () => minStay([{ date: MON, minStay: 0 }])],
      ['a minimum of 1', () => minStay([{ date: MON, minStay: 1 }])],
      ['a maximum of 0', () => maxStay([{ date: MON, maxStay: 0 }])],
    ])('A record that is created for %s is applied, and unchanged the next time', async (_, push) => {
      expect((await receiptOf(await push())).records).toMatchObject([{ date: MON, verdict: 'applied' }]);
      expect(await service.records.prices(plan)).toEqual({ [MON]: null });
      expect((await receiptOf(await push())).records).toMatchObject([{ date: MON, verdict: 'unchanged' }]);
    });

    it('A maximum below the minimum is stored, because the two may come in separate calls', async () => {
      await minStay([{ date: MON, minStay: 5 }]);
      await maxStay([{ date: MON, maxStay: 2 }]);
      expect(await service.records.restrictions(plan)).toEqual({ [MON]: { minStayArrival: 5, maxStay: 2 } });
    });

    it('A stay restriction keeps the price, and a push of prices keeps the restriction', async () => {
      await service.pushPrices(room, plan, [{ date: MON, price: 80 }]);
      await minStay([{ date: MON, minStay: 2 }]);
      await service.pushPrices(room, plan, [{ date: MON, price: 90 }]);
      expect(await service.records.prices(plan)).toEqual({ [MON]: '90.0000' });
      expect(await service.records.restrictions(plan)).toEqual({ [MON]: { minStayArrival: 2 } });
    });

    it('The answer to a plan of another room is 404, and nothing changes', async () => {
      const elsewhere = await service.records.ratePlan(await service.records.room());
      expect(await minStay([{ date: MON, minStay: 2 }], elsewhere)).toMatchObject({
        status: 404,
        text: 'Rate plan not found',
      });
      expect(await service.records.restrictions(elsewhere)).toEqual({});
    });

    it.each([-1, 1000, 2.5, 'three', null, true])('A stay of %p nights is refused', async (nights) => {
      const { status, text } = await maxStay([{ date: MON, maxStay: nights }]);
      expect([status, text]).toEqual([
        400,
        expect.stringContaining('[0].maxStay must be a whole number from 0 to 999; got '),
      ]);
    });

    it('One call sets 730 dates for a plan and its derived plans', async () => {
      const derived = await service.records.ratePlan(room, plan);
      const dates = Array.from({ length: 730 }, (_, day) =>
        new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10),
      );
      await minStay(dates.map((date, day) => ({ date, minStay: 2 + (day % 5) })));
      const ofParent = await service.records.restrictions(plan);
      expect(Object.keys(ofParent).length).toBeGreaterThan(700);
      expect(ofParent[MON]).toEqual({ minStayArrival: 2 + 1 });
      expect(await service.records.restrictions(derived)).toEqual(ofParent);
    });
  });

  describe('derived plans', () => {
    const derive = (inherit?: string[]) => ({ from: plan, steps: [], ...(inherit && { inherit }) });
    const newPlan = async (roomId: string, derivation: object) => {
      const { body } = await service.admin<{ id: string }>('POST', `/rooms/${roomId}/ratePlans`, {
        name: 'Derived',
        derivation,
      });
      return body.id;
    };

    it('Derived plans follow their parent, also in other rooms and down the chain', async () => {
      const elsewhere = await service.records.room();
      const child = await newPlan(elsewhere, derive());
      const grandchild = await newPlan(room, { from: child, steps: [] });
      await minStay([{ date: MON, minStay: 4 }]);
      for (const id of [child, grandchild])
        expect(await service.records.restrictions(id)).toEqual({ [MON]: { minStayArrival: 4 } });
      expect(await service.records.availability(elsewhere)).toEqual({ [MON]: [0, 0] });
    });

    it('Derived plans follow only what they inherit, and so do the plans below them', async () => {
      const child = await newPlan(room, derive(['maxStay']));
      const grandchild = await newPlan(room, { from: child, steps: [] });
      await minStay([{ date: MON, minStay: 3 }], grandchild);
      await minStay([{ date: MON, minStay: 4 }]);
      await maxStay([{ date: MON, maxStay: 9 }]);
      expect(await service.records.restrictions(child)).toEqual({ [MON]: { maxStay: 9 } });
      expect(await service.records.restrictions(grandchild)).toEqual({
        [MON]: { minStayArrival: 3, maxStay: 9 },
      });
    });

    it("A derived plan keeps its own restriction until the parent's next one for that date", async () => {
      const child = await newPlan(room, derive());
      await minStay([
        { date: MON, minStay: 4 },
        { date: TUE, minStay: 4 },
      ]);
      await minStay(
        [
          { date: MON, minStay: 2 },
          { date: TUE, minStay: 2 },
        ],
        child,
      );
      await minStay([{ date: MON, minStay: 4 }]);
      expect(await service.records.restrictions(child)).toEqual({
        [MON]: { minStayArrival: 4 },
        [TUE]: { minStayArrival: 2 },
      });
    });

    it('A derived plan keeps its own restriction when only its calculation changes, also in a change of several rules', async () => {
      const child = await newPlan(room, derive());
      await minStay([{ date: MON, minStay: 4 }]);
      await maxStay([{ date: MON, maxStay: 9 }]);
      await minStay([{ date: MON, minStay: 2 }], child);
      const own = { [MON]: { minStayArrival: 2, maxStay: 9 } };
      const derivation = { ...derive(), steps: [{ percent: '-5' }] };
      const preview = { ratePlanId: child, derivation, from: MON, to: MON };
      expect((await service.admin('POST', '/derivations/preview', preview)).body).toMatchObject({
        changedRestrictions: 0,
      });
      await service.admin('PATCH', `/ratePlans/${child}`, { derivation });
      expect(await service.records.restrictions(child)).toEqual(own);
      await service.admin('PATCH', '/ratePlans', {
        ratePlanIds: [child],
        derivation: { minimum: '5' },
      });
      expect(await service.records.restrictions(child)).toEqual(own);
    });

    it('Derived plans are recalculated when inheritance changes, and keep what they no longer inherit', async () => {
      await minStay([{ date: MON, minStay: 4 }]);
      await maxStay([{ date: MON, maxStay: 9 }]);
      const child = await newPlan(room, derive([]));
      expect(await service.records.restrictions(child)).toEqual({ [MON]: {} });
      const { status, body } = await service.admin('PATCH', `/ratePlans/${child}`, {
        derivation: derive(['minStayArrival', 'stopSell']),
      });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          derivation: expect.objectContaining({ inherit: ['stopSell', 'minStayArrival'] }),
        }),
      ]);
      expect(await service.records.restrictions(child)).toEqual({ [MON]: { minStayArrival: 4 } });
      await service.admin('PATCH', `/ratePlans/${child}`, { derivation: derive(['maxStay']) });
      expect(await service.records.restrictions(child)).toEqual({ [MON]: { minStayArrival: 4, maxStay: 9 } });
    });

    it('An undo gives a derived plan its own restriction back, also if its calculation has changed since', async () => {
      const child = await newPlan(room, derive());
      await minStay([{ date: MON, minStay: 2 }]);
      await minStay([{ date: MON, minStay: 5 }], child);
      const wrong = await minStay([{ date: MON, minStay: 9 }]);
      const derivation = { ...derive(), steps: [{ percent: '-5' }] };
      await service.admin('PATCH', `/ratePlans/${child}`, { derivation });
      await service.admin('POST', `/journal/${idOf(wrong)}/undo`, {});
      expect(await service.records.restrictions(plan)).toEqual({ [MON]: { minStayArrival: 2 } });
      expect(await service.records.restrictions(child)).toEqual({ [MON]: { minStayArrival: 5 } });
    });

    it('After an undo, a derived plan follows its parent if it began to inherit the restriction after the undone push', async () => {
      const child = await newPlan(room, derive());
      await minStay([{ date: MON, minStay: 2 }]);
      await minStay([{ date: MON, minStay: 5 }], child);
      const wrong = await minStay([{ date: MON, minStay: 9 }]);
      for (const inherit of [[], ['minStayArrival']])
        await service.admin('PATCH', `/ratePlans/${child}`, { derivation: derive(inherit) });
      await service.admin('POST', `/journal/${idOf(wrong)}/undo`, {});
      for (const id of [plan, child])
        expect(await service.records.restrictions(id)).toEqual({ [MON]: { minStayArrival: 2 } });
    });

    it('Inheriting an unknown restriction is refused', async () => {
      const { status, body } = await service.admin('POST', `/rooms/${room}/ratePlans`, {
        name: 'Derived',
        derivation: derive(['price']),
      });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('/derivation/inherit')]);
    });
  });

  describe('restrictions in undo, journal, repeats and the feed', () => {
    it('An undo takes back a restriction and its derived restrictions, and leaves other restrictions', async () => {
      const derived = await service.records.ratePlan(room, plan);
      await minStay([{ date: MON, minStay: 2 }]);
      const wrong = await minStay([
        { date: MON, minStay: 9 },
        { date: TUE, minStay: 9 },
      ]);
      await maxStay([{ date: MON, maxStay: 20 }]);
      const { body } = await service.admin('POST', `/journal/${idOf(wrong)}/undo`, {});
      expect(body).toMatchObject({ restored: 2, changedSince: 0 });
      expect(body.records).toEqual([
        {
          roomId: room,
          ratePlanId: plan,
          date: MON,
          field: 'minStayArrival',
          from: 9,
          to: 2,
          verdict: 'restored',
        },
        {
          roomId: room,
          ratePlanId: plan,
          date: TUE,
          field: 'minStayArrival',
          from: 9,
          to: null,
          verdict: 'restored',
        },
      ]);
      for (const id of [plan, derived])
        expect(await service.records.restrictions(id)).toEqual({
          [MON]: { minStayArrival: 2, maxStay: 20 },
          [TUE]: {},
        });
    });

    it('An undo opens what a push has closed, and can be undone', async () => {
      await service.pushInventory(room, [{ date: MON, inventoryNumber: 3 }]);
      const closing = await close([{ date: MON, blackoutStatus: true }]);
      const undo = await service.admin('POST', `/journal/${idOf(closing)}/undo`, {});
      expect(undo.body).toMatchObject({
        records: [
          {
            roomId: room,
            ratePlanId: null,
            date: MON,
            field: 'closed',
            from: true,
            to: false,
            verdict: 'restored',
          },
        ],
      });
      expect(await service.records.closed(room)).toEqual({ [MON]: false });
      await service.admin('POST', `/journal/${String(undo.body.undoId)}/undo`, {});
      expect(await service.records.closed(room)).toEqual({ [MON]: true });
      expect(await service.records.availability(room)).toEqual({ [MON]: [3, 0] });
    });

    it('An entry in the list of the journal has a lowest and highest value only if it is about one field', async () => {
      const from = new Date().toISOString();
      await minStay([
        { date: MON, minStay: 2 },
        { date: TUE, minStay: 12 },
      ]);
      await close([{ date: MON, blackoutStatus: true }]);
      await service.admin('POST', '/journal/undo', { roomId: room, from });
      const { body } = await service.admin('GET', `/journal?roomId=${room}`);
      expect((body.items as { span: unknown }[]).map(({ span }) => span)).toEqual([
        { from: MON, to: TUE, field: null, lowest: null, highest: null },
        { from: MON, to: MON, field: 'closed', lowest: 'true', highest: 'true' },
        { from: MON, to: TUE, field: 'minStayArrival', lowest: '2', highest: '12' },
      ]);
    });

    it('An undo leaves a restriction that another push has set since', async () => {
      const first = await minStay([{ date: MON, minStay: 9 }]);
      await minStay([{ date: MON, minStay: 4 }]);
      const { body } = await service.admin('POST', `/journal/${idOf(first)}/undo`, {});
      expect(body).toMatchObject({ restored: 0, changedSince: 1 });
      expect(await service.records.restrictions(plan)).toEqual({ [MON]: { minStayArrival: 4 } });
    });

    it('A repeat leaves dates that a newer call has set since, and sets the others', async () => {
      await service.pushPrices(room, plan, [{ date: MON, price: 80 }]);
      const sent = [
        { date: MON, minStay: 2 },
        { date: TUE, minStay: 2 },
      ];
      const first = await callInOutage(service, proxy, () => minStay(sent));
      expect(first.status).toBe(503);
      await minStay([{ date: MON, minStay: 7 }]);
      await maxStay([{ date: TUE, maxStay: 8 }]);
      const repeat = await minStay(sent);
      expect(repeat.headers.get('x-records-late')).toBe('1');
      expect((await receiptOf(repeat)).repeatOf).toBe(idOf(first));
      expect(await service.records.restrictions(plan)).toEqual({
        [MON]: { minStayArrival: 7 },
        [TUE]: { minStayArrival: 2, maxStay: 8 },
      });
    });

    it('A repeat does not open a date that a newer call has closed', async () => {
      await callInOutage(service, proxy, () => close([{ date: MON, blackoutStatus: false }]));
      await close([{ date: MON, blackoutStatus: true }]);
      const repeat = await close([{ date: MON, blackoutStatus: false }]);
      expect(repeat.headers.get('x-records-late')).toBe('1');
      expect(await service.records.closed(room)).toEqual({ [MON]: true });
    });

    it('The feed of changes has one item of the kind restrictions', async () => {
      const derived = await service.records.ratePlan(room, plan);
      const start = await endOfFeed(service);
      const lengths = await minStay([
        { date: MON, minStay: 3 },
        { date: WED, minStay: 3 },
      ]);
      await minStay([{ date: MON, minStay: 3 }]);
      const closing = await close([{ date: TUE, blackoutStatus: true }]);
      const { items } = await pageWith(service, start, [lengths, closing].map(idOf));
      expect(items.filter(({ roomId }) => roomId === room)).toMatchObject([
        { kind: 'restrictions', ratePlanIds: [plan, derived], from: MON, to: WED },
        { kind: 'restrictions', ratePlanIds: [], from: TUE, to: TUE },
      ]);
    });
  });

  it('The feed and the receipt have records that are created with an open date or without a restriction', async () => {
    const derived = await service.records.ratePlan(room, plan);
    const start = await endOfFeed(service);
    const opening = await close([{ date: MON, blackoutStatus: false }]);
    const again = await close([{ date: MON, blackoutStatus: false }]);
    const none = await minStay([
      { date: MON, minStay: 1 },
      { date: WED, minStay: 0 },
    ]);
    const { items } = await pageWith(service, start, [opening, none].map(idOf));
    expect(items.filter(({ roomId }) => roomId === room)).toMatchObject([
      { kind: 'restrictions', ratePlanIds: [], from: MON, to: MON },
      { kind: 'restrictions', ratePlanIds: [plan, derived], from: MON, to: WED },
    ]);
    expect((await receiptOf(opening)).records).toMatchObject([{ value: 'false', verdict: 'applied' }]);
    expect((await receiptOf(again)).records).toMatchObject([{ value: 'false', verdict: 'unchanged' }]);
  });

  describe('getRoomResponseConnectivity', () => {
    it('getRoomResponseConnectivity sets the numbers of a room edit, and no lengths of stay', async () => {
      const body = {
        allbookersId: Number(room),
        qty: 4,
        maxGuests: 3,
        maxAdults: 2,
        maxChildren: 1,
        minStay: 7,
        maxStay: 30,
      };
      const answer = await service.post('/getRoomResponseConnectivity', body);
      expect([answer.status, answer.text]).toEqual([200, 'true']);
      expect(await service.records.roomRow(room)).toMatchObject({
        total_rooms: 4,
        maximum_guests: 3,
        adults: 2,
        children: 1,
      });
      expect(await service.records.restrictions(plan)).toEqual({});
    });

    it('getRoomResponseConnectivity reads id and MaxGuests as well, and answers false for a missing room', async () => {
      const answer = await service.post('/getRoomResponseConnectivity', { id: room, MaxGuests: 5 });
      expect(answer.text).toBe('true');
      expect(await service.records.roomRow(room)).toMatchObject({ maximum_guests: 5, total_rooms: null });
      expect((await service.post('/getRoomResponseConnectivity', { allbookersId: '987654' })).text).toBe(
        'false',
      );
      expect((await service.post('/roomEditChannelManager', { allbookersId: room })).text).toBe('false');
    });
  });
});
