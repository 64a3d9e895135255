import { DatabaseProxy } from '../../support/database-proxy';
import { callInOutage } from '../../support/failing-calls';
import { TestService } from '../../support/service';
import {
  availability,
  createHotel,
  hotelRequest,
  ota,
  roomsLeft,
  sendMessage,
} from '../../support/siteconnect';

describe('SiteConnect while the database is away', () => {
  let proxy: DatabaseProxy;
  let service: TestService;
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    service = await TestService.start({ proxy, settings: { DB_RETRY_BUDGET_SECONDS: '1' } });
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
  });

  it('The answer in an outage is a SOAP fault with Retry-After, and a repeat of the message is applied', async () => {
    const hotel = await createHotel(service);
    const message = availability(hotel.code, roomsLeft(hotel, 6));
    // The service knows the token.
    expect((await sendMessage(service, ota('OTA_PingRQ', '<EchoData/>'))).status).toBe(200);
    proxy.goAway();
    const answers = await Promise.all([
      sendMessage(service, message),
      sendMessage(service, hotelRequest(hotel.code)),
      sendMessage(service, message, 'x'.repeat(43)),
    ]);
    proxy.comeBack();
    for (const { status, text, headers } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(text).toContain('<faultcode>soap:Server</faultcode>');
      expect(text).toContain('please call again');
    }
    expect((await sendMessage(service, message)).text).toContain('<Success/>');
    expect(await service.records.availability(hotel.room)).toEqual({ '2026-12-24': [6, 0] });
  });

  it('After a message without an id has failed twice and then succeeded, an equal message counts as new', async () => {
    const hotel = await createHotel(service);
    const send = (rooms: number) =>
      sendMessage(service, availability(hotel.code, roomsLeft(hotel, rooms), ''));
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await callInOutage(service, proxy, () => send(6))).status).toBe(503);
    for (const rooms of [6, 7, 6]) expect((await send(rooms)).text).toContain('<Success/>');
    expect(await service.records.availability(hotel.room)).toEqual({ '2026-12-24': [6, 0] });
  });
});
