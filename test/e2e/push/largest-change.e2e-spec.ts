import { ChannexCaller, rates, restriction } from '../../support/channex';
import { GuardedPlan } from '../../support/held-prices';
import { TestService } from '../../support/service';
import { Undoing } from '../../support/undo';

const [MON, TUE] = ['2026-12-07', '2026-12-08'] as const;

describe('the largest change of a price in the journal', () => {
  let service: TestService;
  let undoing: Undoing;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start();
    undoing = new Undoing(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    await undoing.prices(room, plan, { [MON]: 45, [TUE]: 45 });
  });

  interface Entry {
    requestId: string;
    largestChange: { from: string; to: string } | null;
  }
  const list = async (): Promise<Entry[]> =>
    (await service.admin<{ items: Entry[] }>('GET', `/journal?roomId=${room}`)).body.items;
  const newest = async () => (await list())[0];

  it('The largest change has the old and the new price, in the list and in the entry', async () => {
    const requestId = await undoing.prices(room, plan, { [MON]: 44, [TUE]: 7.3 });
    const largestChange = { from: '45.00', to: '7.30' };
    expect(await newest()).toMatchObject({ requestId, largestChange });
    const { body } = await service.admin('GET', `/journal/${requestId}`);
    expect(body).toMatchObject({ largestChange });
  });

  it('The largest change is relative to the push before, also in one batch', async () => {
    await Promise.all([50, 25, 100].map((price) => undoing.prices(room, plan, { [MON]: price })));
    expect((await list()).slice(0, 3).map(({ largestChange }) => largestChange)).toEqual([
      { from: '25.00', to: '100.00' },
      { from: '50.00', to: '25.00' },
      { from: '45.00', to: '50.00' },
    ]);
  });

  it('New prices, equal prices and rooms left have no largest change', async () => {
    await undoing.prices(room, plan, { '2026-12-09': 1 });
    expect(await newest()).toMatchObject({ largestChange: null });
    await undoing.prices(room, plan, { [MON]: 45 });
    expect(await newest()).toMatchObject({ largestChange: null });
    await undoing.rooms(room, { [MON]: 3 });
    expect(await newest()).toMatchObject({ largestChange: null });
  });

  it('A held price has no largest change', async () => {
    const guarded = await GuardedPlan.create(service);
    await guarded.push(1);
    ({ room } = guarded);
    expect(await newest()).toMatchObject({ held: 1, largestChange: null });
  });

  it('A message has the largest change of all plans of a room', async () => {
    const channex = new ChannexCaller(service, await service.createToken('channex', ['push']));
    const hotel = await channex.hotel();
    const send = (ofBase: string, ofOther: string, other: string) =>
      channex.send(hotel.code, [
        restriction(hotel, MON, TUE, rates(ofBase)),
        restriction(hotel, MON, MON, rates(ofOther), other),
      ]);
    const other = await service.records.ratePlan(hotel.room);
    await send('100.00', '80.00', other);
    expect((await send('110.00', '20.00', other)).status).toBe(200);
    ({ room } = hotel);
    expect(await newest()).toMatchObject({
      operation: 'channexChanges',
      largestChange: { from: '80.00', to: '20.00' },
    });
  });

  it('A dry run has its largest change, and stores nothing', async () => {
    const path = `/dryRun/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`;
    const answer = await service.post(path, [{ date: MON, price: 90 }]);
    expect(JSON.parse(answer.text)).toMatchObject({ largestChange: { from: '45.00', to: '90.00' } });
    expect((await list()).length).toBe(1);
  });
});
