import { TestService } from '../../support/service';

describe('refused calls in the journal', () => {
  let service: TestService;
  beforeAll(
    async () => (service = await TestService.start({ settings: { ROOM_EDIT_AUTHENTICATION: 'none' } })),
  );
  afterAll(() => service.stop());
  beforeEach(() => service.dataSource.query(`DELETE FROM journal_entry`));

  const refuse = (count: number, token = service.token) =>
    Promise.all(
      Array.from({ length: count }, () =>
        service.post('/updateCalendarInventory?roomId=1', [{ date: 'x'.repeat(5_000) }], {
          headers: { authorization: `Bearer ${token}` },
        }),
      ),
    );
  const kept = async () => {
    const [row] = await service.dataSource.query<[object]>(
      `SELECT count(*)::integer AS entries, count(body)::integer AS bodies, max(length(body)) AS longest
         FROM journal_entry`,
    );
    return row;
  };
  const passAnHour = () =>
    service.dataSource.query(
      `UPDATE journal_entry
          SET id = (lpad(to_hex(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - 3600000), 12, '0') ||
                    right(replace(id::text, '-', ''), 20))::uuid`,
    );

  it('The journal keeps at most 100 refused bodies an hour for each token, and 4 KiB of each, also of simultaneous calls', async () => {
    const answers = await refuse(130);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await kept()).toEqual({ entries: 130, bodies: 100, longest: 4_096 });

    await refuse(1, await service.createToken('another', ['push']));
    expect(await kept()).toMatchObject({ bodies: 101 });

    await passAnHour();
    await refuse(1);
    expect(await kept()).toMatchObject({ bodies: 102 });
  });

  it('Refused calls after the thousandth in an hour are only counted', async () => {
    await service.dataSource.query(
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, token_id, outcome)
       SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(n::text, 15, '0'))::uuid,
              now(), now(), 'updateCalendarInventory', access_token.id, 'refused'
         FROM generate_series(1, 999) AS n, access_token
        WHERE access_token.name = 'test'`,
    );
    const [answer] = await refuse(1);
    expect(answer?.status).toBe(400);
    await refuse(3);
    expect(await kept()).toMatchObject({ entries: 1_000 });
    expect((await service.call('/metrics')).text).toMatch(
      /channel_manager_calls_total\{operation="updateCalendarInventory",outcome="refused"\} \d+/,
    );
    // The journal has the call nevertheless.
    await service.pushInventory(await service.records.room(), [{ date: '2026-12-24', inventoryNumber: 1 }]);
    expect(await kept()).toMatchObject({ entries: 1_001 });
  });

  it('The journal keeps no body of a call without a token', async () => {
    const answer = await service.post(
      '/roomEditChannelManager',
      { id: 'x' },
      { headers: { authorization: '' } },
    );
    expect(answer.text).toBe('false');
    expect(await kept()).toEqual({ entries: 1, bodies: 0, longest: null });
  });
});
