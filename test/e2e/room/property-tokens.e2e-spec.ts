import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { countStatements } from '../../support/statements';

/** The rooms that a token limited to properties may push to. */
describe('an access token for properties', () => {
  let service: TestService;
  let token: string;
  let own: string;
  let foreign: string;
  beforeAll(async () => {
    service = await TestService.start();
    token = await service.createToken('Hotel Bar', ['push'], { propertyNames: ['Hotel Bar', 'Annex'] });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    own = await service.records.room('Annex');
    foreign = await service.records.room('Hotel Foo');
  });

  const DATE = '2026-12-24';
  const post = (path: string, body: unknown, with_ = token) =>
    service.post(path, body, { headers: { authorization: `Bearer ${with_}` } });
  const calls: [string, (roomId: string, with_?: string) => Promise<Answer>][] = [
    [
      'inventory',
      (id, with_) =>
        post(`/updateCalendarInventory?roomId=${id}`, [{ date: DATE, inventoryNumber: 1 }], with_),
    ],
    ['an empty inventory list', (id, with_) => post(`/updateCalendarInventory?roomId=${id}`, [], with_)],
    [
      'prices',
      (id, with_) =>
        post(`/updateCalendarPrices?roomId=${id}&ratePlanId=1`, [{ date: DATE, price: 1 }], with_),
    ],
    [
      'an empty price list',
      (id, with_) => post(`/updateCalendarPrices?roomId=${id}&ratePlanId=1`, [], with_),
    ],
  ];

  it.each(calls)(
    'A token for properties cannot push %s for rooms of other properties, of none, or that do not exist',
    async (_, push) => {
      const ofNone = await service.records.room(null);
      for (const roomId of [foreign, ofNone, '987654']) {
        const answer = await push(roomId);
        expect([answer.status, answer.text]).toEqual([403, `The access token is not for room ${roomId}`]);
        const { body } = await service.admin('GET', `/journal/${answer.headers.get('x-request-id')}`);
        expect(body).toMatchObject({ roomId, outcome: 'refused', token: 'Hotel Bar', problem: answer.text });
        expect(await service.records.availability(roomId)).toEqual({});
      }
      expect((await push(own)).status).not.toBe(403);
    },
  );

  it('A token for properties can edit their rooms, and the answer for other rooms is false', async () => {
    const edit = (id: string) => post('/roomEditChannelManager', { id, qty: 7 });
    for (const roomId of [foreign, '987654']) {
      const answer = await edit(roomId);
      expect([answer.status, answer.text]).toEqual([403, 'false']);
      const { body } = await service.admin('GET', `/journal/${answer.headers.get('x-request-id')}`);
      expect(body).toMatchObject({
        outcome: 'refused',
        problem: `The access token is not for room ${roomId}`,
      });
    }
    expect(await service.records.roomRow(foreign)).toMatchObject({ total_rooms: null });
    expect((await edit(own)).text).toBe('true');
    expect(await service.records.roomRow(own)).toMatchObject({ total_rooms: 7 });
  });

  it('A token for properties costs no more statements than one for all properties', async () => {
    const [, push] = calls[0]!;
    const statements = async (with_: string) => {
      await push(own, with_);
      const counted = countStatements(service.dataSource);
      await push(own, with_);
      return counted.stop().length;
    };
    expect(await statements(token)).toBe(await statements(service.token));
  });
});
