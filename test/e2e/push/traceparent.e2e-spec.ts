import { Log } from '../../support/log';
import { TestService } from '../../support/service';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const DAY = [{ date: '2026-12-01', inventoryNumber: 3 }];

describe('a call with a traceparent', () => {
  let service: TestService;
  let log: Log;
  let room: string;
  beforeAll(async () => {
    service = await TestService.start();
    service.app.useLogger((log = new Log()));
    room = await service.records.room();
  });
  afterAll(() => service.stop());

  const send = async (path: string, body: unknown, traceparent = TRACEPARENT) => {
    const { headers } = await service.post(path, body, { headers: { traceparent } });
    return headers.get('x-request-id') ?? '';
  };
  const pushInventory = (body: unknown, traceparent?: string) =>
    send(`/updateCalendarInventory?roomId=${room}`, body, traceparent);
  const lineAbout = (message: string, id: string) => log.line(new RegExp(`${message}[^]*${id}`));
  const journaled = async (id: string) => (await service.admin('GET', `/journal/${id}`)).body['traceparent'];

  it('A traceparent is in the log line and the journal entry of its call', async () => {
    const id = await pushInventory(DAY);
    expect(await lineAbout('POST /updateCalendarInventory 200', id)).toContain(TRACEPARENT);
    expect(await journaled(id)).toBe(TRACEPARENT);
    const { body } = await service.admin<{ items: object[] }>('GET', '/journal?limit=1');
    expect(body.items).toMatchObject([{ requestId: id, traceparent: TRACEPARENT }]);
  });

  it('A traceparent is recorded even if the call is refused, or a room edit answered false', async () => {
    const refused = await pushInventory([{ date: '2026-12-01' }]);
    expect(await lineAbout('The call was refused', refused)).toContain(TRACEPARENT);
    expect(await journaled(refused)).toBe(TRACEPARENT);
    const edit = await send('/roomEditChannelManager', { id: room, qty: 'many' });
    expect(await lineAbout('The call was refused', edit)).toContain(TRACEPARENT);
    expect(await journaled(edit)).toBe(TRACEPARENT);
  });

  it("A traceparent of an administrator's call is in the journal", async () => {
    const { headers } = await service.call(`/admin/rooms/${room}`, {
      method: 'PATCH',
      body: '{"name":"Suite"}',
      headers: { 'content-type': 'application/json', traceparent: TRACEPARENT },
    });
    expect(await journaled(headers.get('x-request-id') ?? '')).toBe(TRACEPARENT);
  });

  it('An invalid traceparent is neither in the journal nor in the log', async () => {
    const id = await pushInventory(DAY, 'a-secret-of-the-caller');
    expect(await lineAbout('POST /updateCalendarInventory 200', id)).not.toContain('a-secret');
    expect(await journaled(id)).toBeNull();
  });
});
