import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { PriceGuard } from '../../calendar/price-guard';
import type { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';

/** Rooms and rate plans to try the service on. */

type Fields = Pick<RatePlan, 'id' | 'roomId' | 'name' | 'derivedFromId' | 'derivation'>;

interface DemoRatePlan extends Fields {
  guard?: PriceGuard;
  /** The pushed price of a weekday; null for a derived plan. */
  price: string | null;
}

const room = (id: string) => id as RoomId;
const plan = (id: string) => id as RatePlanId;
const toTheCent = { mode: 'halfUp', increment: '0.01' } as const;

export const DEMO_ROOMS = [
  {
    id: room('1'),
    name: 'Double',
    propertyName: 'Hotel Bar',
    propertyCode: 'H1',
    totalRooms: 5,
    maximumGuests: 3,
    adults: 2,
    children: 1,
  },
  {
    id: room('2'),
    name: 'Suite',
    propertyName: 'Hotel Bar',
    propertyCode: 'H1',
    totalRooms: 2,
    maximumGuests: 4,
    adults: 2,
    children: 2,
  },
  {
    id: room('3'),
    name: 'Single',
    propertyName: 'Pension Linde',
    propertyCode: 'H2',
    totalRooms: 8,
    maximumGuests: 1,
    adults: 1,
    children: 0,
  },
];

export const DEMO_RATE_PLANS: DemoRatePlan[] = [
  {
    id: plan('12'),
    roomId: room('1'),
    name: 'Flexible',
    derivedFromId: null,
    derivation: null,
    guard: { minimum: '40.00', maximum: '900.00', maxDecreasePercent: '50', maxIncreasePercent: '200' },
    price: '100.10',
  },
  {
    id: plan('13'),
    roomId: room('1'),
    name: 'Breakfast, 10 % off and 5.00 for the breakfast',
    derivedFromId: plan('12'),
    derivation: {
      steps: [{ percent: '-10' }, { amount: '5.00' }],
      rounding: toTheCent,
      minimum: '40.00',
      maximum: null,
    },
    price: null,
  },
  {
    id: plan('14'),
    roomId: room('1'),
    name: 'Breakfast, not refundable, to the half Euro',
    derivedFromId: plan('13'),
    derivation: {
      steps: [{ percent: '-12.5' }],
      rounding: { mode: 'down', increment: '0.50' },
      minimum: null,
      maximum: null,
    },
    price: null,
  },
  {
    id: plan('21'),
    roomId: room('2'),
    name: 'Suite, 80 % above the Double',
    derivedFromId: plan('12'),
    derivation: { steps: [{ percent: '80' }], rounding: toTheCent, minimum: null, maximum: '500.00' },
    price: null,
  },
  {
    id: plan('31'),
    roomId: room('3'),
    name: 'Standard',
    derivedFromId: null,
    derivation: null,
    price: '59.00',
  },
];
