import type { RestrictionStory } from '../../../src/administration/price-story/restriction-story.dto';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';

describe('the story of the restrictions of a rate plan', () => {
  let service: TestService;
  let past: Past;
  let undoing: Undoing;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
    undoing = new Undoing(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await past.room();
    plan = await past.plan(room);
  });

  const story = async (ratePlanId: string, query = '') =>
    (await service.admin<RestrictionStory>('GET', `/ratePlans/${ratePlanId}/restrictions/${DATE}${query}`))
      .body;
  const limit = async (name: 'Min' | 'Max', nights: number, ratePlanId = plan) => {
    const path = `/updateCalendar${name}Stay?roomId=${room}&ratePlanId=${ratePlanId}`;
    const field = name === 'Min' ? 'minStay' : 'maxStay';
    const { headers } = await service.post(path, [{ date: DATE, [field]: nights }]);
    return headers.get('x-request-id') ?? '';
  };
  const shown = ({ history }: RestrictionStory) =>
    history.map(({ operation, token, restrictions }) => [operation, token, restrictions]);

  it('The story of restrictions says who set which ones, the newest first, without calls that changed nothing', async () => {
    await limit('Max', 0);
    await limit('Min', 3);
    const wrong = await limit('Max', 7);
    await limit('Max', 7);
    await service.pushPrices(room, plan, [{ date: DATE, price: 80 }]);
    await undoing.undo(wrong);
    await limit('Min', 0);
    const found = await story(plan);
    expect(shown(found)).toEqual([
      ['updateCalendarMinStay', 'test', {}],
      ['undo', 'test', { minStayArrival: 3 }],
      ['updateCalendarMaxStay', 'test', { minStayArrival: 3, maxStay: 7 }],
      ['updateCalendarMinStay', 'test', { minStayArrival: 3 }],
    ]);
    expect(found).toMatchObject({ ratePlanId: plan, date: DATE, nextCursor: null });
    expect(found.history[2]).toMatchObject({ requestId: wrong });
  });

  it('The story of restrictions has what a plan inherits, and nothing of other plans of the room', async () => {
    const derived = await past.plan(room, { derivation: { from: plan, steps: [], inherit: ['maxStay'] } });
    await limit('Min', 3);
    await limit('Max', 7);
    expect(shown(await story(derived))).toEqual([['updateCalendarMaxStay', 'test', { maxStay: 7 }]]);
    expect(shown(await story(await past.plan(room)))).toEqual([]);
  });

  it('The story of restrictions leaves out a former plan with the same id', async () => {
    await limit('Min', 3);
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    await past.plan(room, { id: plan });
    await limit('Min', 3);
    expect(shown(await story(plan))).toEqual([['updateCalendarMinStay', 'test', { minStayArrival: 3 }]]);
  });

  it('The story of restrictions comes in pages', async () => {
    for (const nights of [2, 3, 4]) await limit('Min', nights);
    const first = await story(plan, '?limit=2');
    const second = await story(plan, `?limit=2&cursor=${first.nextCursor}`);
    const seen = [...first.history, ...second.history].map(({ restrictions }) => restrictions.minStayArrival);
    expect([seen, second.nextCursor]).toEqual([[4, 3, 2], null]);
  });

  it('A rate plan that does not exist has no story of restrictions', async () => {
    expect((await service.admin('GET', `/ratePlans/999999/restrictions/${DATE}`)).status).toBe(404);
  });
});
