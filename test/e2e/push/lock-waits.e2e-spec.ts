import { holdRoom, isWaitingForALock } from '../../support/locks';
import { TestService } from '../../support/service';

const DATE = '2026-12-01';
const CONNECTIONS = 4;

describe('many rooms that another transaction has locked', () => {
  let service: TestService;
  let other: TestService;
  let held: { roomId: string; planId: string }[];
  let release: () => Promise<void>;
  beforeAll(async () => {
    service = await TestService.start({ settings: { DATABASE_POOL_SIZE: String(CONNECTIONS) } });
    other = await TestService.start({ beside: service, settings: { DATABASE_POOL_SIZE: '12' } });
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });
  beforeEach(async () => {
    held = [];
    for (let n = 0; n < CONNECTIONS * 2; n++) held.push(await room());
    const locks = await Promise.all(held.map(({ roomId }) => holdRoom(other, roomId)));
    release = async () => {
      await Promise.all(locks.splice(0).map((lock) => lock.release()));
    };
  });
  afterEach(() => release());

  async function room() {
    const roomId = await service.records.room();
    return { roomId, planId: await service.records.ratePlan(roomId) };
  }

  const push = async ({ roomId, planId }: { roomId: string; planId: string }, price: number) =>
    (await service.pushPrices(roomId, planId, [{ date: DATE, price }])).text;

  it('Pushes to other rooms go on during a lock, and waiting pushes are applied in their order after the lock', async () => {
    const waiting = held.map((each) => push(each, 1));
    await isWaitingForALock(other);
    const later = held.map((each) => push(each, 2));
    const free = await room();

    for (let n = 0; n < 20; n++) expect(await push(free, n)).toBe('Price is successfully updated');
    expect(await service.records.prices(held[0]!.planId)).toEqual({});
    await release();

    expect(new Set(await Promise.all([...waiting, ...later]))).toEqual(
      new Set(['Price is successfully updated']),
    );
    for (const { planId } of held) expect(await service.records.prices(planId)).toEqual({ [DATE]: '2.0000' });
  });

  it('While changes by people wait for a lock, they leave connections for pushes', async () => {
    const waiting = held.map(({ planId }) => service.admin('PATCH', `/ratePlans/${planId}`, { name: 'New' }));
    await isWaitingForALock(other);
    expect(await push(await room(), 1)).toBe('Price is successfully updated');
    await release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
  });
});
