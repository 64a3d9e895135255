import type { CalendarPlan } from '../../src/calendar/calendar-plan';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
import type { PriceGuard } from '../../src/calendar/price-guard';
import type { RoomCalendar } from '../../src/calendar/room-calendar';
import type { NotificationService } from '../../src/notification/notification.service';
import type { Config } from '../../src/platform/config/config';
import { parseConfig } from '../../src/platform/config/config';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import type { HeldRecord } from '../../src/pricing/held-prices/held-price.repository';
import { HeldPriceService } from '../../src/pricing/held-prices/held-price.service';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const DATES = ['2026-12-07', '2026-12-08', '2026-12-09'] as CalendarDate[];
const [MON, TUE, WED] = DATES as [CalendarDate, CalendarDate, CalendarDate];
const euros = (amount: number) => amount * 10_000;
const PUSH = { entryId: 'push', heldAt: '2026-12-01T12:00:00.000000Z', earliest: MON };

function serviceWith(settings: Partial<Record<keyof Config, string>> = {}): HeldPriceService {
  const notifications = {
    pricesHeld: (propertyName: string, texts: string[]) => ({ propertyName, texts }),
  };
  return new HeldPriceService(parseConfig(settings), notifications as unknown as NotificationService);
}

/** The calendar of a plan with a price of 100 on Monday, none on Tuesday, and no record on Wednesday. */
function calendarOf(plan: CalendarPlan): RoomCalendar {
  return roomCalendar({ plans: [plan], dates: DATES, rows: [[euros(100), NOT_SET, NO_RECORD]] });
}

describe('the check of pushed prices', () => {
  const guard: PriceGuard = {
    minimum: '50',
    maximum: null,
    maxDecreasePercent: null,
    maxIncreasePercent: null,
  };
  const LOW = [MON, TUE, WED].map((date) => ({ date, value: euros(40) }));

  it('A plan without limits takes every price', () => {
    const plan = calendarPlan('11');
    expect(serviceWith().check(plan, calendarOf(plan), LOW)).toEqual({ held: [], taken: LOW });
  });

  it('A guard holds each price outside its limits beside the stored price, and takes the others', () => {
    const plan = calendarPlan('11', { guard });
    const taken = { date: MON, value: euros(60) };
    const { held, ...others } = serviceWith().check(plan, calendarOf(plan), [...LOW, taken]);
    expect(held).toEqual([
      { date: MON, price: euros(100), held: euros(40), reason: 'belowMinimum' },
      { date: TUE, price: null, held: euros(40), reason: 'belowMinimum' },
      { date: WED, price: null, held: euros(40), reason: 'belowMinimum' },
    ]);
    expect(others).toEqual({ taken: [taken] });
  });

  it('The check notes a stored price of 0 with the held price', () => {
    const plan = calendarPlan('11', { guard });
    const calendar = roomCalendar({ plans: [plan], dates: [MON], rows: [[0]] });
    expect(serviceWith().check(plan, calendar, LOW.slice(0, 1)).held[0]?.price).toBe(0);
  });

  it.each([
    ['PRICE_GUARD_MAX_DECREASE_PERCENT', 40, 'decrease'],
    ['PRICE_GUARD_MAX_INCREASE_PERCENT', 160, 'increase'],
  ] as const)('%s limits the prices of plans without a guard of their own', (setting, pushed, reason) => {
    const service = serviceWith({ [setting]: '50' });
    const prices = [{ date: MON, value: euros(pushed) }];
    const [plain, guarded] = [calendarPlan('11'), calendarPlan('11', { guard: { ...guard, minimum: '1' } })];
    expect(service.check(plain, calendarOf(plain), prices).held).toMatchObject([{ reason }]);
    expect(service.check(guarded, calendarOf(guarded), prices).held).toEqual([]);
  });
});

describe('held prices in the calendar', () => {
  const held = (date: CalendarDate): HeldRecord => ({
    date,
    price: null,
    held: euros(40),
    reason: 'belowMinimum',
  });
  const cell = { price: euros(40), reason: 'belowMinimum', entryId: 'push', heldAt: PUSH.heldAt };
  const prices = (...dates: CalendarDate[]) => dates.map((date) => ({ date, value: euros(40) }));

  it('A held price replaces an earlier held price, and removes held prices that are too old', () => {
    const plan = calendarPlan('11');
    const calendar = calendarOf(plan);
    serviceWith().hold(calendar, plan, prices(MON, TUE), [held(TUE)], PUSH);
    expect(calendar.held.changes).toEqual([
      {
        ratePlanId: '11',
        cells: new Map([
          [MON, undefined],
          [TUE, cell],
        ]),
        before: MON,
      },
    ]);
  });

  it('A push without held prices removes earlier held prices of its dates', () => {
    const plan = calendarPlan('11', { hasHeldPrices: true });
    const calendar = calendarOf(plan);
    serviceWith().hold(calendar, plan, prices(WED), [], PUSH);
    expect(calendar.held.changes).toEqual([
      { ratePlanId: '11', cells: new Map([[WED, undefined]]), before: MON },
    ]);
  });

  it('A push also removes a price that an earlier push of its transaction has held', () => {
    const plan = calendarPlan('11');
    const calendar = calendarOf(plan);
    serviceWith().hold(calendar, plan, prices(MON), [held(MON)], PUSH);
    serviceWith().hold(calendar, plan, prices(MON), [], { ...PUSH, entryId: 'later' });
    expect(calendar.held.of(plan.id)).toEqual([]);
  });

  it.each([
    ['without held prices, to a plan that has none,', {}, prices(MON)],
    ['without prices', { hasHeldPrices: true }, []],
  ])('A push %s changes no held prices', (_, fields, pushed) => {
    const plan = calendarPlan('11', fields);
    const calendar = calendarOf(plan);
    serviceWith().hold(calendar, plan, pushed, [], PUSH);
    expect(calendar.held.changes).toEqual([]);
  });

  it('The notice about held prices has the stored and the held price of each date', () => {
    const records = [
      { ...held(MON), price: euros(100) },
      { ...held(TUE), price: 0 },
    ];
    expect(serviceWith().noticeOf('Hotel Bar', [...records, held(WED)])).toEqual({
      propertyName: 'Hotel Bar',
      texts: [`${MON}: 100.00 → 40.00`, `${TUE}: 0.00 → 40.00`, `${WED}: not set → 40.00`],
    });
  });
});
