import type { ChecksumsView } from '../../../src/proof/checksums/checksums.dto';
import type { ExampleLanguage } from '../../support/examples';
import { canRun, EXAMPLES, LANGUAGES, runExample } from '../../support/examples';
import { TestService } from '../../support/service';

const headingOf = ({ name }: ExampleLanguage) => (name === 'curl' ? 'with a shell' : `in ${name}`);

describe('the code for checksums in the documentation', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it('Every language of the examples is tested here', () => {
    const headings = [...EXAMPLES.matchAll(/^### Checksums (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(LANGUAGES.map(headingOf));
  });

  for (const language of LANGUAGES) {
    const test = canRun(language) ? it : it.skip;
    test(`The example ${headingOf(language)} computes what the service answers`, async () => {
      const room = await service.records.room();
      const plan = await service.records.ratePlan(room);
      // The dates are not in order.
      const prices = ['2026-12-26 7', '2026-12-24 100.1', '2026-12-27 0.1250', '2026-12-28 120'];
      const inventory = ['2026-12-24 3', '2026-12-26 0', '2026-12-25 100', '2026-12-27 1', '2026-12-28 2'];
      const records = (lines: string[], name: string) =>
        lines.map((line) => ({ date: line.slice(0, 10), [name]: line.slice(11) }));
      await service.pushInventory(room, records(inventory, 'inventoryNumber'));
      await service.pushPrices(room, plan, records(prices, 'price'));

      const compute = async (kind: string, lines: string[]) => {
        const input = lines.map((line) => `${line}\n`).join('');
        const heading = `Checksums ${headingOf(language)}`;
        return (await runExample(language, heading, { args: [kind], input })).stdout.trim();
      };
      const { text } = await service.call(`/checksums?roomId=${room}&from=2026-12&to=2026-12`);
      expect((JSON.parse(text) as ChecksumsView).months).toEqual([
        {
          month: '2026-12',
          inventory: await compute('inventory', inventory),
          // The push of rooms left has made a record without a price.
          ratePlans: [{ ratePlanId: plan, prices: await compute('prices', [...prices, '2026-12-25']) }],
        },
      ]);
    }, 60_000);
  }
});
