import { holdRoom, isWaitingForALock } from '../../support/locks';
import { TestService } from '../../support/service';
import { countStatements } from '../../support/statements';

interface Tagged {
  status: number;
  tag: string | null;
  body: Record<string, unknown> & { id: string; detail: string; changes: object[] };
}

/** ETag and If-Match of rooms and rate plans: one test for each sentence of the contract. */
describe('two people who change the same record', () => {
  let service: TestService;
  let ada: string;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start();
    ada = await service.createToken('ada', ['admin']);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    const numbers = { totalRooms: 5, maximumGuests: 2, adults: 2, children: 0 };
    room = (await call('POST', '/rooms', { body: { name: 'Double', ...numbers } })).body.id;
    plan = (await call('POST', `/rooms/${room}/ratePlans`, { body: { name: 'Flexible' } })).body.id;
  });

  async function call(
    method: string,
    path: string,
    { body, tag, token = service.token }: { body?: object; tag?: string | null; token?: string } = {},
  ): Promise<Tagged> {
    const answer = await service.call(`/admin${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(tag && { 'if-match': tag }),
      },
    });
    const { status, headers, text } = answer;
    return {
      status,
      tag: headers.get('etag'),
      body: (text ? JSON.parse(text) : undefined) as Tagged['body'],
    };
  }
  const read = (path: string) => call('GET', path);
  const edit = () => service.editRoom({ id: room, qty: 8, maxGuests: 4, maxAdults: 3, maxChildren: 1 });
  const by = (token: string, operation: string, changes: object, ratePlanId: string | null = null) => ({
    ...{ requestId: expect.any(String), at: expect.stringMatching(/^2\d{3}-.*\.\d{6}Z$/) },
    ...{ token, operation, ratePlanId, changes },
  });

  it('A room and a rate plan have the same strong tag until they change, also after a push', async () => {
    for (const path of [`/rooms/${room}`, `/ratePlans/${plan}`]) {
      const { tag } = await read(path);
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      await service.pushPrices(room, plan, [{ date: '2026-12-24', price: 1 }]);
      expect((await read(path)).tag).toBe(tag);
      const changed = await call('PATCH', path, { body: { name: 'Other' } });
      expect(changed).toMatchObject({ status: 200, tag: (await read(path)).tag });
      expect(changed.tag).not.toBe(tag);
    }
    const created = await call('POST', '/rooms', { body: { name: 'Twin' } });
    expect(created).toMatchObject({ status: 201, tag: (await read(`/rooms/${created.body.id}`)).tag });
  });

  it('A change of a room that the channel manager has edited meanwhile is a 412 that says who, what and when', async () => {
    const { tag } = await read(`/rooms/${room}`);
    await edit();
    await call('PATCH', `/rooms/${room}`, { body: { name: 'Twin' }, token: ada });
    const before = await service.records.roomRow(room);
    const refused = await call('PATCH', `/rooms/${room}`, { body: { name: 'Triple' }, tag });
    expect(refused).toMatchObject({
      status: 412,
      tag: null,
      body: {
        ...{ title: 'Precondition Failed', status: 412, errors: [] },
        changes: [
          by('test', 'roomEditChannelManager', {
            ...{ totalRooms: { from: 5, to: 8 }, maximumGuests: { from: 2, to: 4 } },
            ...{ adults: { from: 2, to: 3 }, children: { from: 0, to: 1 } },
          }),
          by('ada', 'changeRoom', { name: { from: 'Double', to: 'Twin' } }),
        ],
      },
    });
    expect(refused.body.detail).toMatch(
      new RegExp(
        `^Room ${room} has changed since it was read: test changed adults from 2 to 3, children from 0 to 1, ` +
          `totalRooms from 5 to 8, maximumGuests from 2 to 4 at \\S+Z; ada changed name from "Double" to "Twin" at \\S+Z\\. Read it again`,
      ),
    );
    expect(await service.records.roomRow(room)).toEqual(before);
    const again = await call('PATCH', `/rooms/${room}`, {
      body: { name: 'Triple' },
      tag: (await read(`/rooms/${room}`)).tag,
    });
    expect(again).toMatchObject({
      status: 200,
      body: { name: 'Triple', totalRooms: 8, maximumGuests: 4, adults: 3, children: 1 },
    });
  });

  it('The last change without If-Match wins, field by field', async () => {
    await edit();
    await call('PATCH', `/rooms/${room}`, { body: { adults: 1 }, token: ada });
    const statements = countStatements(service.dataSource);
    const { body } = await call('PATCH', `/rooms/${room}`, { body: { name: 'Twin' } });
    expect(statements.stop().filter((sql) => sql.startsWith('UPDATE "'))).toEqual([
      'UPDATE "room" SET "name" = $1 WHERE "id" = $2',
    ]);
    expect(body).toMatchObject({ name: 'Twin', totalRooms: 8, maximumGuests: 4, adults: 1, children: 1 });
  });

  it('A rate plan keeps the fields that a change does not name', async () => {
    const derivation = { from: plan, steps: [{ percent: '-10' }] };
    const derived = (await call('POST', `/rooms/${room}/ratePlans`, { body: { name: 'Early', derivation } }))
      .body;
    await call('PATCH', `/ratePlans/${derived.id}`, { body: { guard: { minimum: '40' } }, token: ada });
    const statements = countStatements(service.dataSource);
    const { body } = await call('PATCH', `/ratePlans/${derived.id}`, { body: { name: 'Early bird' } });
    expect(statements.stop().filter((sql) => sql.startsWith('UPDATE "'))).toEqual([
      'UPDATE "rate_plan" SET "name" = $1 WHERE "id" = $2',
    ]);
    expect(body).toMatchObject({
      name: 'Early bird',
      derivation: { from: plan, steps: [{ percent: '-10' }] },
      guard: { minimum: '40.00' },
    });
  });

  it('A change of a rate plan whose rule has changed meanwhile is a 412 with the old and the new rule', async () => {
    const derivation = { from: plan, steps: [{ percent: '-10' }] };
    const { body, tag } = await call('POST', `/rooms/${room}/ratePlans`, {
      body: { name: 'Early', derivation },
    });
    const rule = body['derivation'] as object;
    await call('PATCH', '/ratePlans', {
      body: { ratePlanIds: [body.id], derivation: { minimum: '40' } },
      token: ada,
    });
    await call('PATCH', `/ratePlans/${body.id}`, { body: { derivation: null }, token: ada });
    const refused = await call('PATCH', `/ratePlans/${body.id}`, { body: { name: 'Bird' }, tag });
    expect(refused).toMatchObject({
      status: 412,
      body: {
        changes: [
          by(
            'ada',
            'changeRatePlans',
            { [body.id]: { from: { derivation: rule }, to: { derivation: { ...rule, minimum: '40' } } } },
            body.id,
          ),
          by(
            'ada',
            'changeRatePlan',
            { derivation: { from: { ...rule, minimum: '40' }, to: null } },
            body.id,
          ),
        ],
      },
    });
    expect(refused.body.detail).toContain(`ada changed derivation of rate plan ${body.id} at`);
    expect(refused.body.detail).toContain(`ada changed derivation of rate plan ${body.id} at`);
  });

  it('A room is not deleted with a rate plan that came, went or changed meanwhile', async () => {
    const { tag } = await read(`/rooms/${room}`);
    const added = (await call('POST', `/rooms/${room}/ratePlans`, { body: { name: 'New' }, token: ada })).body
      .id;
    await call('PATCH', `/ratePlans/${plan}`, { body: { guard: { minimum: '40' } }, token: ada });
    await call('DELETE', `/ratePlans/${plan}?confirm=Flexible`, { token: ada });
    const refused = await call('DELETE', `/rooms/${room}?confirm=Double`, { tag });
    expect(refused).toMatchObject({
      status: 412,
      body: {
        changes: [
          { operation: 'createRatePlan', ratePlanId: added },
          { operation: 'changeRatePlan', ratePlanId: plan },
          { operation: 'deleteRatePlan', ratePlanId: plan },
        ],
      },
    });
    expect(refused.body.detail).toMatch(
      new RegExp(
        `ada created rate plan ${added} at \\S+; ada changed guard of rate plan ${plan} at \\S+; ada deleted`,
      ),
    );
    expect((await call('DELETE', `/rooms/${room}?confirm=Double`, { tag: '*' })).status).toBe(204);
  });

  it('A rate plan that somebody has renamed is not deleted', async () => {
    const { tag } = await read(`/ratePlans/${plan}`);
    await call('PATCH', `/ratePlans/${plan}`, { body: { name: 'Breakfast' }, token: ada });
    const path = `/ratePlans/${plan}?confirm=Flexible`;
    expect(await call('DELETE', path, { tag })).toMatchObject({
      status: 412,
      body: { changes: [by('ada', 'changeRatePlan', { name: { from: 'Flexible', to: 'Breakfast' } }, plan)] },
    });
    const now = (await read(`/ratePlans/${plan}`)).tag;
    expect((await call('DELETE', path, { tag: now })).status).toBe(400);
    expect((await call('DELETE', `/ratePlans/${plan}?confirm=Breakfast`, { tag: now })).status).toBe(204);
  });

  it('One of two changes at once on two instances gets a 412 that names the other', async () => {
    const other = await service.startBeside({});
    const { tag } = await read(`/rooms/${room}`);
    const held = await holdRoom(service, room);
    const rename = (instance: TestService, name: string) =>
      instance.call(`/admin/rooms/${room}`, {
        method: 'PATCH',
        body: JSON.stringify({ name }),
        headers: { 'content-type': 'application/json', 'if-match': tag ?? '' },
      });
    const answers = [rename(service, 'Twin'), rename(other, 'Triple')];
    await isWaitingForALock(service);
    await held.release();
    const [changed, refused] = (await Promise.all(answers)).sort((one, next) => one.status - next.status);
    expect([changed?.status, refused?.status]).toEqual([200, 412]);
    const { name } = JSON.parse(changed?.text ?? '') as { name: string };
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({
      changes: [by('test', 'changeRoom', { name: { from: 'Double', to: name } })],
    });
    expect((await read(`/rooms/${room}`)).body['name']).toBe(name);
  });

  it('A 412 says plainly that the journal does not say who changed the record', async () => {
    const { tag } = await read(`/rooms/${room}`);
    await service.dataSource.query(`UPDATE room SET adults = 9 WHERE id = $1`, [room]);
    const detail = `Room ${room} is not as it was read. The journal does not say who has changed it. Read it again, and repeat the call with its new ETag.`;
    expect(await call('PATCH', `/rooms/${room}`, { body: { name: 'Twin' }, tag })).toMatchObject({
      status: 412,
      body: { detail, changes: [] },
    });
  });

  it.each([
    ['*', 200],
    ['"other", TAG', 200],
    [', ,TAG,,"other" ,', 200],
    ['"other"', 412],
    ['""', 412],
    ['W/TAG', 412],
    ['W/TAG, "other"', 412],
  ])('The answer to a change with If-Match %s is %i', async (header, status) => {
    const { tag } = await read(`/rooms/${room}`);
    const value = header.replace('TAG', tag ?? '');
    const answer = await call('PATCH', `/rooms/${room}`, { body: { name: 'Twin' }, tag: value });
    expect(answer.status).toBe(status);
    expect((await read(`/rooms/${room}`)).body['name']).toBe(status === 200 ? 'Twin' : 'Double');
  });

  it.each(['abc', '"abc', '*, "abc"', '"a" "b"', 'w/"a"', '"a b"', ','])(
    'If-Match: %s is refused with the right form',
    async (tag) => {
      expect(await call('PATCH', `/rooms/${room}`, { body: { name: 'Twin' }, tag })).toMatchObject({
        status: 400,
        body: {
          errors: [
            { pointer: '/If-Match', message: expect.stringContaining('must be * or entity tags in quotes') },
          ],
        },
      });
      expect((await read(`/rooms/${room}`)).body['name']).toBe('Double');
    },
  );

  it.each(['/rooms/987654', '/ratePlans/987654'])(
    'A missing %s is a 404, whatever If-Match says',
    async (path) => {
      for (const tag of ['*', '"other"']) {
        expect((await call('PATCH', path, { body: {}, tag })).status).toBe(404);
        expect((await call('DELETE', path, { tag })).status).toBe(404);
      }
    },
  );

  it('A room with the stored number −1 can be renamed', async () => {
    await service.editRoom({ id: room, qty: -1, maxGuests: -1, maxAdults: -1, maxChildren: -1 });
    const { tag } = await read(`/rooms/${room}`);
    const numbers = { totalRooms: -1, maximumGuests: -1, adults: -1, children: -1 };
    expect(await call('PATCH', `/rooms/${room}`, { body: { name: 'Twin' }, tag })).toMatchObject({
      status: 200,
      body: { name: 'Twin', ...numbers },
    });
  });
});
