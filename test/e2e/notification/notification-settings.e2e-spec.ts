import type { NotificationPage } from '../../../src/notification/notification.dto';
import { NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import { SilentRoomsJob } from '../../../src/room/silent-rooms.job';
import { SHORT_TIMING } from '../../support/short-timing';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

describe('notifications that are switched off', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start({
      settings: { MAIL_ON_HELD: 'false', MAIL_ON_REFUSED: 'false', MAIL_ON_RATE_PLAN_MISSING: 'false' },
      override: (builder) => builder.overrideProvider(NOTIFICATION_TIMING).useValue(SHORT_TIMING),
    });
  });

  afterAll(() => service.stop());

  it('Notifications that are off send nothing, and those of overbooked dates and silent rooms are off by default', async () => {
    const [date, price] = ['2026-12-24', 100];
    const roomId = await service.records.room();
    await service.pushInventory(roomId, [{ date, inventoryNumber: 2 }]);
    await service.records.occupy(roomId, date, 2);
    await service.pushInventory(roomId, [{ date, inventoryNumber: 1 }]);
    await service.pushInventory(roomId, 'not an array');
    await service.pushPrices(roomId, '4713', [{ date, price }]);
    const ratePlanId = await service.records.ratePlan(roomId);
    await service.admin('PATCH', `/ratePlans/${ratePlanId}`, { guard: { minimum: 200 } });
    const held = await service.pushPrices(roomId, ratePlanId, [{ date, price }]);
    expect(held.headers.get('x-records-held')).toBe('1');
    await service.dataSource.query(`UPDATE journal_entry SET received_at = received_at - interval '1 year'`);
    await service.app.get(SilentRoomsJob).wake();
    await service.pushInventory(roomId, []);

    const notifications = await until(async () => {
      const { body } = await service.admin<NotificationPage>('GET', '/notifications');
      return body.items.length > 0 && body.items;
    });
    expect(notifications.map(({ trigger }) => trigger)).toEqual(['emptyInventoryList']);
  });
});
