import type { PushOperation } from '../../../src/push/operations';
import { PUSHES, PUSH_OPERATIONS } from '../../../src/push/operations';
import { availability, notification } from '../../support/channex';
import { routesOf } from '../../support/routes';
import { bearer, createSandbox } from '../../support/sandboxes';
import { TestService } from '../../support/service';
import * as xml from '../../support/siteconnect';
import { tableContents } from '../../support/table-contents';

const DATE = '2026-12-24';
const CODE = 'REAL';
const SECRETS = ['Hotel of others', 'Penthouse', '987.65'];

describe('the token of a sandbox', () => {
  let service: TestService;
  let token: string;
  let room: string;
  let plan: string;
  let requestId: string;
  beforeAll(async () => {
    service = await TestService.start();
    room = await service.records.room('Hotel of others');
    plan = await service.records.ratePlan(room);
    await service.admin('PATCH', `/rooms/${room}`, { name: 'Penthouse', propertyCode: CODE });
    await service.pushInventory(room, [{ date: DATE, inventoryNumber: 3 }]);
    const pushed = await service.pushPrices(room, plan, [{ date: DATE, price: 987.65 }]);
    requestId = pushed.headers.get('x-request-id') ?? '';
    ({ token } = await createSandbox(service));
    // The first use of a token is recorded in the background.
    await service.call('/conformance', bearer(token));
  });
  afterAll(() => service.stop());

  const bodies: Record<string, () => unknown> = {
    roomsLeft: () => [{ date: DATE, inventoryNumber: 5 }],
    price: () => [{ date: DATE, price: 5 }],
    closed: () => [{ date: DATE, blackoutStatus: true }],
    minStayArrival: () => [{ date: DATE, minStay: 5 }],
    maxStay: () => [{ date: DATE, maxStay: 5 }],
    room: () => ({ id: room, allbookersId: room, qty: 5 }),
  };
  const query = () => `?roomId=${room}&ratePlanId=${plan}`;

  /** Sends an operation or a message for the real hotel. */
  const send = (operation: PushOperation, prefix: string) => {
    const { path, sets } = PUSHES[operation];
    if (operation === 'siteconnectMessage') {
      const message = xml.availability(CODE, xml.roomsLeft({ room, plan }, 5));
      const body = xml.envelope(xml.securityHeader(token), message);
      const headers = { authorization: '', 'content-type': 'text/xml' };
      return service.call(`${prefix}/${path}`, { method: 'POST', body, headers });
    }
    const hotel = { code: CODE, room, base: plan, derived: plan };
    const body =
      sets === 'message' ? notification(CODE, [availability(hotel, DATE, DATE, 5)]) : bodies[sets]?.();
    return service.post(`${prefix}/${path}${query()}`, body, bearer(token));
  };

  it.each(
    PUSH_OPERATIONS.flatMap((operation) => ['', '/dryRun'].map((prefix) => [prefix, operation] as const)),
  )('The token of a sandbox changes nothing of a real hotel by %s/%s', async (prefix, operation) => {
    const before = await tableContents(service.dataSource);
    const { status, text } = await send(operation, prefix);
    // A message of SiteConnect is refused with 200 and an error.
    if (operation === 'siteconnectMessage' && prefix === '') expect(text).toContain('Code="392"');
    else expect(status).toBe(403);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(await tableContents(service.dataSource)).toEqual(before);
  });

  it('The token of a sandbox cannot list the rooms of a real hotel', async () => {
    const lists = [
      await service.call(`/channex/mapping_details/?hotel_code=${CODE}`, bearer(token)),
      await service.call(`/channex/test_connection/?hotel_code=${CODE}`, bearer(token)),
      await xml.sendMessage(service, xml.hotelRequest(CODE), token),
    ];
    expect(lists.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(lists[2]!.text).toContain('Code="392"');
    // The answer for a hotel that does not exist is the same.
    const unknown = await service.call('/channex/mapping_details/?hotel_code=NONE', bearer(token));
    expect(unknown.text).toBe(lists[0]!.text.replace(CODE, 'NONE'));
    for (const { text } of lists) for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('The token of a sandbox reads and changes nothing of a real hotel by any other route', async () => {
    const values: Record<string, string> = { roomId: room, ratePlanId: plan, date: DATE, requestId };
    const all = `${query()}&from=2026-12&to=2026-12&hotel_code=${CODE}&propertyName=Hotel+of+others`;
    const before = await tableContents(service.dataSource);
    const paths = PUSH_OPERATIONS.map((operation) => PUSHES[operation].path as string);
    const others = routesOf(service.app).filter(
      ({ route }) => !paths.some((path) => route.endsWith(`/${path}`)),
    );
    expect(others.length).toBeGreaterThan(40);
    for (const { route } of others) {
      const [method = '', pattern = ''] = route.split(' ');
      const path = pattern.replace(/:(\w+)/g, (_, name: string) => values[name] ?? requestId);
      const isOwn = /^GET \/(health|conformance)/.test(route);
      const { status, text } = await service.call(isOwn ? path : path + all, {
        method,
        headers: { ...bearer(token).headers, 'content-type': 'application/json' },
        body: method === 'GET' || method === 'DELETE' ? null : '{}',
      });
      expect({ route, isRefused: status >= 400 }).toEqual({ route, isRefused: !isOwn });
      for (const secret of SECRETS)
        expect({ route, text }).not.toMatchObject({ text: expect.stringContaining(secret) as string });
    }
    const checksums = `/checksums?roomId=${room}&from=2026-12&to=2026-12`;
    expect((await service.call(checksums, bearer(token))).status).toBe(403);
    expect(await tableContents(service.dataSource)).toEqual(before);
  });
});
