import { TestService } from '../../support/service';

/** An id with zeros before it is the same id. */
describe('ids with leading zeros', () => {
  let service: TestService;
  let room: string;
  let base: string;
  let derived: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    base = await service.records.ratePlan(room);
    derived = await service.records.ratePlan(room, base);
  });

  const deriveFrom = (id: string, from: unknown) =>
    service.admin('PATCH', `/ratePlans/${id}`, { derivation: { from, steps: [] } });

  it('A parent id with leading zeros does not bypass the check for a plan derived from itself', async () => {
    expect(await deriveFrom(base, `0${base}`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`Rate plan ${base} cannot be derived from itself`) as string },
    });
  });

  it('A parent id with leading zeros does not bypass the check for a cycle, also in a preview', async () => {
    const cycle = {
      status: 409,
      body: { detail: expect.stringContaining(`Rate plan ${derived} is itself derived`) as string },
    };
    expect(await deriveFrom(base, `00${derived}`)).toMatchObject(cycle);
    const preview = {
      ratePlanId: `0${base}`,
      derivation: { from: `0${derived}`, steps: [] },
      from: '2026-12-01',
      to: '2026-12-02',
    };
    expect(await service.admin('POST', '/derivations/preview', preview)).toMatchObject(cycle);
  });

  it('Leading zeros are neither stored nor returned', async () => {
    const other = await service.records.ratePlan(room);
    expect((await deriveFrom(other, `0${base}`)).body).toMatchObject({ derivation: { from: base } });
    const created = await service.admin('POST', '/rooms', { id: '0000700700', name: 'Twin' });
    expect(created.body).toMatchObject({ id: '700700' });
    expect((await service.admin('GET', `/ratePlans/0${base}`)).body).toMatchObject({
      id: base,
      roomId: room,
    });
    const push = await service.pushPrices(`0${room}`, `0${base}`, []);
    expect(push.text).toBe(`price is received as empty list ${room}`);
    expect((await service.editRoom({ id: `0${room}`, qty: 2 })).text).toBe('true');
    const list = await service.admin('GET', `/journal?roomId=0${room}&ratePlanId=0${base}`);
    expect(list.body['items']).toHaveLength(1);
    expect((await service.admin('GET', `/rooms?cursor=0${room}`)).status).toBe(200);
  });
});
