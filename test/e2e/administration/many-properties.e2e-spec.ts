import type { PropertyPage } from '../../../src/administration/properties/property.dto';
import type { FeedHealth } from '../../../src/administration/feed-health/feed-health.dto';
import type { NotificationPage } from '../../../src/notification/notification.dto';
import { GUARD } from '../../support/held-prices';
import { fillProperties } from '../../support/many-properties';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const PROPERTIES = 2_011;
const LAST = 'Hotel 02011';
const DAY = new Date().toISOString().slice(0, 10);

describe('2,011 properties in the administration', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ now: new Date(), settings: { MAIL_SILENCE_HOURS: '6' } });
    await fillProperties(service.dataSource, PROPERTIES);
    // The last hotel has a held price, the one before it a room without a push, and two rooms have no hotel.
    await service.admin('PATCH', `/ratePlans/2011010`, { guard: GUARD });
    await service.pushPrices('201101', '2011010', [{ date: DAY, price: 1 }]);
    // The mail about it must not be on its way while the mails are counted.
    await until(async () => {
      const { body } = await service.admin<NotificationPage>('GET', '/notifications?state=logged');
      return body.items.length > 0;
    });
    const past = new Past(service);
    await past.create('/rooms', { id: '201002', name: 'New', propertyName: 'Hotel 02010' });
    for (const id of ['300001', '300002']) await past.create('/rooms', { id, name: 'Attic' });
    await service.dataSource.query(
      `INSERT INTO notification (topic, trigger, room_id, occurrences, first_at, last_at, request_ids, state, attempts,
                                 due_at, next_attempt_at)
       VALUES ('a', 'pricesHeld', 201101, 1, now(), now(), '{}', 'failed', 3, now(), now()),
              ('b', 'pricesHeld', 201101, 1, now(), now(), '{}', 'queued', 1, now() + interval '1 d', now() + interval '1 d'),
              ('c', 'pricesHeld', 201101, 1, now(), now(), '{}', 'sent', 1, now(), now()),
              ('d', 'pricesHeld', 201101, 1, now(), now(), '{}', 'unconfirmed', 1, now(), now() + interval '12 h'),
              ('e', 'pricesHeld', 201101, 1, now(), now(), '{}', 'unconfirmed', 3, now(), now() + interval '36 h')`,
    );
    // The first of the unconfirmed mails is sent again.
    await service.dataSource.query(`UPDATE notification SET give_up_at = now() + interval '25 h'`);
  });
  afterAll(() => service.stop());

  const properties = async (query: string) =>
    (await service.admin<PropertyPage>('GET', `/properties?${query}`)).body;

  it('Properties that need attention come first: silent properties, properties with silent rooms, then all others', async () => {
    const { items, nextCursor } = await properties('order=attention&limit=4');
    expect(items.map(({ name, silentRooms, heldPrices }) => [name, silentRooms, heldPrices])).toEqual([
      [null, 2, 0],
      ['Hotel 02010', 1, 0],
      [LAST, 0, 1],
      ['Hotel 00001', 0, 0],
    ]);
    expect(nextCursor).not.toBeNull();
  });

  it('The totals of the list of properties count all properties, whatever the page', async () => {
    const { totals } = await properties('order=attention&limit=1');
    expect(totals).toEqual({
      total: PROPERTIES + 1,
      needingAttention: 3,
      silentProperties: 1,
      rooms: PROPERTIES + 3,
      silentRooms: 3,
      silentRoomsElsewhere: 1,
      heldPrices: 1,
      closures: 0,
      problems: 0,
      largeChanges: 0,
      negativeRooms: 0,
      failedMails: 1,
      delayedMails: 1,
      unconfirmedMails: 1,
    });
  });

  it('A property is found by its exact name, with its own totals', async () => {
    const { items, totals } = await properties(`order=attention&propertyName=${LAST}`);
    expect(items).toMatchObject([{ name: LAST, rooms: 1, heldPrices: 1 }]);
    expect(totals).toMatchObject({ total: 1, rooms: 1, silentRooms: 0, heldPrices: 1, failedMails: 1 });
    expect((await properties(`propertyName=${LAST}`)).items).toMatchObject([{ name: LAST }]);
    const other = await properties('order=attention&propertyName=Hotel 00001');
    expect(other.totals).toMatchObject({ total: 1, heldPrices: 0, failedMails: 0, delayedMails: 0 });
    expect((await properties('order=attention&propertyName=Hotel')).totals?.total).toBe(0);
  });

  it('Pages in the order of attention have every property once', async () => {
    const names: (string | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = `order=attention&limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const page: PropertyPage = await properties(query);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(names).toHaveLength(PROPERTIES + 1);
    expect(new Set(names).size).toBe(PROPERTIES + 1);
  });

  it('A wrong cursor is refused', async () => {
    const answer = await service.admin('GET', '/properties?order=attention&cursor=Hotel');
    expect(answer.status).toBe(400);
  });

  it('The mails of a property include the mails about its rooms', async () => {
    const read = async (name: string) => {
      const { body } = await service.admin<NotificationPage>('GET', `/notifications?propertyName=${name}`);
      return body.items.map(({ state }) => state);
    };
    expect(await read(LAST)).toEqual(['unconfirmed', 'unconfirmed', 'sent', 'queued', 'failed', 'logged']);
    expect(await read('Hotel 00001')).toEqual([]);
  });

  it('The rooms without a property are found among thousands of others', async () => {
    const { body } = await service.admin<FeedHealth>('GET', '/feedHealth?withoutProperty=true&limit=1');
    expect(body.rooms.total).toBe(2);
    expect(body.items.map(({ roomId }) => roomId)).toEqual(['300001']);
  });
});
