import type { FeedHealth } from '../../../src/administration/feed-health/feed-health.dto';
import type { PropertyPage } from '../../../src/administration/properties/property.dto';
import { holdRoom, isWaitingForALock } from '../../support/locks';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { costOf, statementOf } from '../../support/statements';

interface Closure {
  id: string;
  roomId: string;
  ratePlanId: string | null;
  from: string;
  to: string;
  reason: string;
  createdAt: string;
  createdBy: string | null;
  openedAt: string | null;
  openedBy: string | null;
}
type Shown = Omit<Closure, 'roomId' | 'openedAt' | 'openedBy'>;
interface Page {
  items: Closure[];
  nextCursor: string | null;
}

/** The day on which every test runs is 2026-12-01. */
const DATES = { from: '2026-12-24', to: '2026-12-26' };

describe('closures in the administration', () => {
  let service: TestService;
  let past: Past;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await past.room();
    plan = await past.plan(room);
  });

  const post = (body: object) =>
    service.admin<Closure & { errors: { pointer: string }[] }>('POST', '/closures', {
      roomId: room,
      ...DATES,
      reason: 'Wrong price',
      ...body,
    });
  const close = async (body: object = {}): Promise<Closure> => {
    const answer = await post(body);
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const open = (id: string) => service.admin<{ detail: string }>('DELETE', `/closures/${id}`);
  const list = async (query: string) => (await service.admin<Page>('GET', `/closures?${query}`)).body;
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
  const shown = async (at?: string, { from, to } = DATES): Promise<Shown[]> => {
    const query = `from=${from}&to=${to}${at ? `&at=${at}` : ''}`;
    const one = await service.admin<{ closures: Shown[] }>('GET', `/rooms/${room}/calendar?${query}`);
    const path = `/calendar?${query}&limit=1&cursor=${BigInt(room) - 1n}`;
    const many = await service.admin<{ items: { closures: Shown[] }[] }>('GET', path);
    expect(many.body.items[0]?.closures).toEqual(one.body.closures);
    return one.body.closures;
  };

  it('A closure closes a rate plan or a room, and says who closed what, when and why', async () => {
    const token = await service.createToken('ada', ['decide']);
    const answer = await service.post(
      '/admin/closures',
      { roomId: room, ratePlanId: plan, ...DATES, reason: 'Wrong price' },
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect(answer.status).toBe(201);
    const ofPlan = JSON.parse(answer.text) as Closure;
    expect(ofPlan).toEqual({
      id: answer.headers.get('x-request-id'),
      roomId: room,
      ratePlanId: plan,
      ...DATES,
      reason: 'Wrong price',
      createdAt: await past.momentOf(answer.headers),
      createdBy: 'ada',
      openedAt: null,
      openedBy: null,
    });
    const ofRoom = await close({ reason: 'Water damage' });
    expect(ofRoom).toMatchObject({ ratePlanId: null, createdBy: 'test' });
    expect((await list(`roomId=${room}`)).items).toEqual([ofRoom, ofPlan]);
  });

  it('A closure stays when pushes come, which are stored beneath it', async () => {
    const { id } = await close({ ratePlanId: plan });
    await service.pushInventory(room, [{ date: DATES.from, inventoryNumber: 5 }]);
    await service.pushPrices(room, plan, [{ date: DATES.from, price: 120 }]);
    expect(await ids(`roomId=${room}&open=true`)).toEqual([id]);
    expect(await shown()).toMatchObject([{ id }]);
    expect(await service.records.prices(plan)).toEqual({ [DATES.from]: '120.0000' });
  });

  it('A closure ends when people open it, and stays in the list', async () => {
    const [first, second] = [await close(), await close()];
    const opened = await open(first.id);
    expect(opened.status).toBe(204);
    expect(await ids(`roomId=${room}&open=true`)).toEqual([second.id]);
    expect((await list(`roomId=${room}&open=false`)).items).toEqual([
      { ...first, openedAt: await past.momentOf(opened.headers), openedBy: 'test' },
    ]);
    expect(await shown()).toMatchObject([{ id: second.id }]);
  });

  it('A closure is opened once when two people open it at the same time', async () => {
    const { id } = await close();
    const [one, other] = await Promise.all([open(id), open(id)]);
    expect([one.status, other.status]).toEqual([204, 204]);
    const rows = await service.dataSource.query<{ entry: string; hasChanges: boolean }[]>(
      `SELECT entry.id AS entry, entry.id = opened_entry_id AS "hasChanges"
         FROM closure JOIN journal_entry AS entry ON operation = 'openClosure' AND entry.room_id = closure.room_id
        WHERE closure.id = $1 AND changes = '{}'`,
      [id],
    );
    expect(rows).toMatchObject([{ hasChanges: false }]);
  });

  it('A closure is in the journal when it is created and opened', async () => {
    const { id } = await close({ ratePlanId: plan });
    const { headers } = await open(id);
    const fields = { closureId: id, ...DATES, reason: 'Wrong price' };
    const values = (key: 'from' | 'to') =>
      Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [field, { from: null, to: null, [key]: value }]),
      );
    const entry = async (requestId: string) => (await service.admin('GET', `/journal/${requestId}`)).body;
    const common = { roomId: room, ratePlanId: plan, token: 'test', outcome: 'applied', records: [] };
    expect(await entry(id)).toMatchObject({
      operation: 'createClosure',
      ...common,
      changes: values('to'),
      span: DATES,
    });
    expect(await entry(headers.get('x-request-id') ?? '')).toMatchObject({
      operation: 'openClosure',
      ...common,
      changes: values('from'),
    });
  });

  it('A closure is in the past calendars of the time in which it was open', async () => {
    const before = await past.now();
    const first = await close();
    const second = await close({ ratePlanId: plan, reason: 'Sold out' });
    await open(first.id);
    const view = ({ id, ratePlanId, from, to, reason, createdAt, createdBy }: Closure): Shown => ({
      id,
      ratePlanId,
      from,
      to,
      reason,
      createdAt,
      createdBy,
    });
    expect(await shown(before)).toEqual([]);
    expect(await shown(second.createdAt)).toEqual([view(first), view(second)]);
    expect(await shown(await past.now())).toEqual([view(second)]);
  });

  it.each([
    ['the day before it', '2026-12-20', '2026-12-23', 0],
    ['its first date', '2026-12-20', '2026-12-24', 1],
    ['a date inside', '2026-12-25', '2026-12-25', 1],
    ['its last date', '2026-12-26', '2026-12-31', 1],
    ['the day after it', '2026-12-27', '2026-12-31', 0],
  ])('A closure is in the calendar of %s: %s to %s', async (_, from, to, count) => {
    await close();
    expect(await shown(undefined, { from, to })).toHaveLength(count);
    expect(await shown(await past.now(), { from, to })).toHaveLength(count);
  });

  it('A closure closes only its own plan, and neither its parent plan nor its derived plans', async () => {
    const derived = await past.plan(room, { derivation: { from: plan, steps: [{ percent: '-10' }] } });
    const { id } = await close({ ratePlanId: derived });
    expect(await shown()).toMatchObject([{ id, ratePlanId: derived }]);
  });

  it.each<[string, object, string]>([
    ['no reason', { reason: undefined }, '/reason'],
    ['an empty reason', { reason: '' }, '/reason'],
    ['a blank reason', { reason: ' \u00a0' }, '/reason'],
    ['a reason of 201 characters', { reason: 'x'.repeat(201) }, '/reason'],
    ['an end before its beginning', { from: '2026-12-26', to: '2026-12-24' }, '/to'],
    ['an end before today', { from: '2026-11-01', to: '2026-11-30' }, '/to'],
    ['an end more than five years ahead', { to: '2031-12-02' }, '/to'],
    ['a beginning more than a year ago', { from: '2025-11-30' }, '/from'],
    ['a date that does not exist', { to: '2026-12-32' }, '/to'],
    ['an unknown field', { roomName: 'Double' }, '/roomName'],
  ])('A closure with %s is refused', async (_, body, pointer) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
    expect(await ids(`roomId=${room}`)).toEqual([]);
  });

  it('A closure may last five years, or one date', async () => {
    expect(await close({ from: '2026-12-01', to: '2031-12-01' })).toMatchObject({ to: '2031-12-01' });
    expect(await close({ from: '2026-12-01', to: '2026-12-01' })).toMatchObject({ to: '2026-12-01' });
  });

  it('A closure is refused for a missing room or plan, and for a plan of another room', async () => {
    const foreign = await past.plan(await past.room());
    expect((await post({ roomId: '999999' })).status).toBe(404);
    expect((await post({ ratePlanId: '999999' })).status).toBe(404);
    const answer = await post({ ratePlanId: foreign });
    expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, '/ratePlanId']);
    expect((await open(room.padStart(8, '0') + '-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('A closure is refused while the room has 500 closures that are neither opened nor over', async () => {
    const { id } = await close();
    await service.dataSource.query(
      `INSERT INTO closure (id, room_id, first_date, last_date, reason, created_at)
       SELECT gen_random_uuid(), $1, '2026-12-01', '2026-12-01', 'Many', now() FROM generate_series(1, 499)`,
      [room],
    );
    expect((await post({})).status).toBe(409);
    await open(id);
    expect((await post({})).status).toBe(201);
  });

  it('The list of closures has pages, also by property', async () => {
    const mill = await past.create('/rooms', { name: 'Double', propertyName: 'Old Mill' });
    const made: string[] = [];
    for (let each = 0; each < 3; each++) made.unshift((await close({ roomId: mill })).id);
    await close();
    const first = await list('propertyName=Old%20Mill&limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const second = await list(`propertyName=Old%20Mill&limit=2&cursor=${first.nextCursor}`);
    expect([second.items.map(({ id }) => id), second.nextCursor]).toEqual([made.slice(2), null]);
  });

  it('The cost of the list of open closures does not grow with the closures that people have opened', async () => {
    await service.dataSource.query(`DELETE FROM closure`);
    const { id } = await close();
    await service.dataSource.query(
      `INSERT INTO closure (id, room_id, first_date, last_date, reason, created_at, opened_at, opened_entry_id)
       SELECT gen_random_uuid(), $1, '2026-12-24', '2026-12-26', 'Many', now(), now(), gen_random_uuid()
         FROM generate_series(1, 20000)`,
      [room],
    );
    await service.dataSource.query(`ANALYZE closure`);
    const { query, values } = await statementOf(service.dataSource, 'FROM closure', async () =>
      expect(await ids('open=true')).toEqual([id]),
    );
    expect((await costOf(service.dataSource, query, values)).blocks).toBeLessThan(50);
    await service.dataSource.query(`DELETE FROM closure`);
  });

  it('A closure that is over no longer counts as open', async () => {
    const { id } = await close({ from: '2026-11-20', to: '2026-12-01' });
    const tomorrow = await service.startBeside({ now: new Date('2026-12-02T12:00:00Z') });
    const open = async (on: TestService) =>
      (await on.admin<Page>('GET', `/closures?roomId=${room}&open=true`)).body.items.length;
    expect([await open(service), await open(tomorrow)]).toEqual([1, 0]);
    expect(await ids(`roomId=${room}`)).toEqual([id]);
  });

  it('Properties and the health of the feed count closures', async () => {
    const anker = await past.create('/rooms', { name: 'Double', propertyName: 'Anker' });
    const counts = async () => {
      const properties = await service.admin<PropertyPage>('GET', '/properties?search=Anker');
      const health = await service.admin<FeedHealth>('GET', '/feedHealth?propertyName=Anker');
      return [properties.body.items[0]?.closures, health.body.closures];
    };
    expect(await counts()).toEqual([0, 0]);
    const { id } = await close({ roomId: anker });
    await close({ roomId: anker });
    await close();
    expect(await counts()).toEqual([2, 2]);
    await open(id);
    expect(await counts()).toEqual([1, 1]);
  });

  it('A closure of a deleted plan or room stays in past calendars, and does not close a new plan or room with that id', async () => {
    const [ofPlan, ofRoom] = [await close({ ratePlanId: plan }), await close()];
    const before = await past.now();
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    await past.plan(room, { id: plan });
    expect(await shown()).toMatchObject([{ id: ofRoom.id }]);
    await past.delete(`/rooms/${room}`, 'Double');
    await past.room(room);
    expect(await shown()).toEqual([]);
    expect(await shown(before)).toMatchObject([{ id: ofPlan.id }, { id: ofRoom.id }]);
    expect(await ids(`roomId=${room}&open=true`)).toEqual([]);
    expect((await list(`roomId=${room}`)).items).toMatchObject([{ openedBy: 'test' }, { openedBy: 'test' }]);
  });

  it('A closure of a deleted room can be opened, and its first opening stays', async () => {
    const { id } = await close();
    await past.delete(`/rooms/${room}`, 'Double');
    const [before] = (await list(`roomId=${room}`)).items;
    const { status, headers } = await open(id);
    expect(status).toBe(204);
    expect((await list(`roomId=${room}`)).items).toEqual([before]);
    const entry = await service.admin('GET', `/journal/${headers.get('x-request-id')}`);
    expect(entry.body).toMatchObject({ operation: 'openClosure', roomId: room, changes: {} });
  });

  it('A closure can be opened after SQL has deleted its room', async () => {
    const { id } = await close();
    await service.dataSource.query('DELETE FROM room WHERE id = $1', [room]);
    expect((await open(id)).status).toBe(204);
    expect((await list(`roomId=${room}`)).items).toMatchObject([{ id, openedBy: 'test' }]);
  });

  it('A closure and a push that wait for the same room are applied at different moments', async () => {
    const held = await holdRoom(service, room);
    const push = service.pushPrices(room, plan, [{ date: DATES.from, price: 120 }]);
    const closure = close();
    await isWaitingForALock(service, 2);
    await held.release();
    await Promise.all([push, closure]);
    const rows = await service.dataSource.query<{ moments: number }[]>(
      `SELECT count(DISTINCT applied_at)::integer AS moments FROM journal_entry
        WHERE room_id = $1 AND operation IN ('createClosure', 'updateCalendarPrices')`,
      [room],
    );
    expect(rows).toEqual([{ moments: 2 }]);
  });
});
