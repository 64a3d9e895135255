import { NotificationService } from '../../src/notification/notification.service';
import { TestService } from '../support/service';
import { MailServer } from '../support/smtp';
import { median } from './rounds';

/** The same service, to which a missing room is not worth an e-mail. */
class NoMail extends NotificationService {
  override inventoryRoomMissing(): never {
    return undefined as never;
  }
}

const BLOCKS = 200;
const PUSHES = 50;

describe('10,000 pushes for one missing room', () => {
  let mailServer: MailServer;
  let service: TestService;
  let without: TestService;

  beforeAll(async () => {
    mailServer = await new MailServer().start();
    const settings = { SMTP_URL: mailServer.url };
    service = await TestService.start({ settings });
    without = await TestService.start({
      settings,
      beside: service,
      override: (builder) => builder.overrideProvider(NotificationService).useClass(NoMail),
    });
  });

  afterAll(async () => {
    await without.stop();
    await service.stop();
    await mailServer.stop();
  });

  it('are answered as fast as without mail, and make at most three mails', async () => {
    const times = { with: [] as number[], without: [] as number[] };
    const began = performance.now();
    let spent = 0;
    for (let block = 0; block < BLOCKS; block++) {
      for (const way of block % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const through = way === 'with' ? service : without;
        const start = performance.now();
        for (let i = 0; i < PUSHES; i++) {
          const before = performance.now();
          await through.pushInventory('404', [{ date: '2026-12-24', inventoryNumber: 1 }]);
          times[way].push(performance.now() - before);
        }
        if (way === 'with') spent += performance.now() - start;
      }
    }
    const medians = { with: median(times.with), without: median(times.without) };
    const ratio = medians.with / medians.without;
    const [{ told, mails }] = await service.dataSource.query<[{ told: number; mails: number }]>(
      `SELECT sum(occurrences)::int AS told, count(*)::int AS mails FROM notification`,
    );
    console.log(
      `${times.with.length} pushes in ${(spent / 1000).toFixed(1)} s of ${((performance.now() - began) / 1000).toFixed(1)} s: ` +
        `${medians.with.toFixed(2)} ms with mail, ${medians.without.toFixed(2)} ms without, ratio ${ratio.toFixed(3)}; ` +
        `${mailServer.mails.length} mails sent, ${mails} in all, about ${told} pushes`,
    );
    expect(ratio).toBeLessThan(1.1);
    expect(mailServer.mails.length).toBeLessThanOrEqual(3);
  });
});
