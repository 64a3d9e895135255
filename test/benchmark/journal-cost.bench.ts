import type { CalendarDate } from '../../src/calendar/calendar-date';
import { addDays } from '../../src/calendar/calendar-date';
import { JournalRepository } from '../../src/journal/journal.repository';
import { TestService } from '../support/service';
import { inTurn } from './rounds';

/** The same service without the INSERT of the journal's entry. */
class NoJournal extends JournalRepository {
  override record(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

describe('the journal costs', () => {
  let service: TestService;
  let without: TestService;
  let room: string;
  let base: string;
  beforeAll(async () => {
    service = await TestService.start();
    without = await TestService.start({
      beside: service,
      override: (builder) => builder.overrideProvider(JournalRepository).useValue(new NoJournal()),
    });
    room = await service.records.room();
    base = await service.records.ratePlan(room);
    for (let n = 1; n <= 10; n++)
      await service.records.ratePlan(room, base, { steps: [{ amount: String(n) }] });
  });
  afterAll(async () => {
    await without.stop();
    await service.stop();
  });

  it.each([
    { dates: 730, rounds: 41, most: 1.1 },
    { dates: 3, rounds: 601, most: 1.25 },
  ])('a push of $dates dates × 11 plans less than $most times itself', async ({ dates, rounds, most }) => {
    const days = Array.from({ length: dates }, (_, day) => addDays('2026-12-01' as CalendarDate, day));
    let price = 100;
    const push = async (through: TestService) => {
      price += 1;
      const { text } = await through.pushPrices(
        room,
        base,
        days.map((date) => ({ date, price })),
      );
      expect(text).toBe('Price is successfully updated');
    };
    const medians = await inTurn(
      { with: () => push(service), without: () => push(without) },
      { rounds, warmUp: 10 },
    );
    const ratio = medians.with / medians.without;
    console.log(
      `${dates} dates × 11 plans: ${medians.with.toFixed(2)} ms with the entry, ` +
        `${medians.without.toFixed(2)} ms without, ratio ${ratio.toFixed(3)}`,
    );
    expect(ratio).toBeLessThan(most);
  });
});
