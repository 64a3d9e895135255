import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';

describe('a receipt', () => {
  let service: TestService;
  let room: string;
  let token: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    token = await service.createToken('allbookers', ['push']);
  });

  const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });
  const idOf = ({ headers }: Answer) => headers.get('x-request-id') ?? 'none';
  const read = async (requestId: string, by = token) => {
    const { status, text } = await service.call(`/receipts/${requestId}`, bearer(by));
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  };
  const push = (body: unknown) =>
    service.post(`/updateCalendarInventory?roomId=${room}`, body, bearer(token));

  it('A receipt has the verdict of every record', async () => {
    const answer = await push([
      { date: '2026-12-01', inventoryNumber: 3 },
      { date: '1999-12-31', inventoryNumber: 3 },
    ]);
    expect(await read(idOf(answer))).toMatchObject({
      status: 200,
      body: {
        requestId: idOf(answer),
        operation: 'updateCalendarInventory',
        roomId: room,
        token: 'allbookers',
        tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        outcome: 'applied',
        records: [
          { date: '2026-12-01', value: '3', verdict: 'applied' },
          { date: '1999-12-31', value: '3', verdict: 'skipped' },
        ],
      },
    });
  });

  it('A receipt says why a push was refused, and why a room edit was answered false', async () => {
    expect(await read(idOf(await push([{ date: '2026-12-01' }])))).toMatchObject({
      status: 200,
      body: { outcome: 'refused', problem: '[0].inventoryNumber is missing' },
    });
    const edit = (body: unknown) => service.post('/roomEditChannelManager', body, bearer(token));
    const refused = await edit({ id: room, qty: 'many' });
    expect(refused.text).toBe('false');
    expect(await read(idOf(refused))).toMatchObject({
      status: 200,
      body: { outcome: 'refused', problem: expect.stringContaining('qty') as string },
    });
    const missing = await edit({ id: '987654' });
    expect(await read(idOf(missing))).toMatchObject({ status: 200, body: { outcome: 'roomMissing' } });
  });

  it('A receipt is only for the token of its call, even if another one has the same name', async () => {
    const requestId = idOf(await push([]));
    const namesake = await service.createToken('allbookers', ['push', 'admin']);
    expect(await read(requestId, namesake)).toMatchObject({
      status: 404,
      body: { detail: `There is no receipt ${requestId}` },
    });
    expect((await read(requestId)).status).toBe(200);
  });

  it('A receipt exists for pushes, not for changes of administrators', async () => {
    const changed = await service.admin('PATCH', `/rooms/${room}`, { name: 'Twin' });
    expect((await read(changed.headers.get('x-request-id') ?? '', service.token)).status).toBe(404);
  });

  it('A receipt needs the scope push, and a token that is valid now', async () => {
    const requestId = idOf(await push([]));
    expect((await read(requestId, await service.createToken('Ada', ['admin']))).status).toBe(403);
    await service.dataSource.query(`UPDATE access_token SET revoked_at = now() WHERE name = 'allbookers'`);
    expect((await read(requestId)).status).toBe(401);
  });

  it('A receipt is refused if the id is invalid or belongs to no call', async () => {
    expect(await read('7')).toMatchObject({
      status: 400,
      body: { detail: '/requestId must be a UUID; got "7"' },
    });
    expect((await read('01935f3e-0000-7000-8000-000000000000')).status).toBe(404);
  });
});
