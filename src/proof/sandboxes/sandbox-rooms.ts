import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { PriceGuard } from '../../calendar/price-guard';

interface SandboxRatePlan {
  name: string;
  /** The name of its parent in the same room. */
  parent?: string;
  rule?: Derivation;
  guard?: PriceGuard;
}

interface SandboxRoom {
  name: string;
  totalRooms: number;
  maximumGuests: number;
  adults: number;
  children: number;
  ratePlans: SandboxRatePlan[];
}

const rule = (step: Derivation['steps'][number]): Derivation => ({
  steps: [step],
  rounding: { mode: 'halfUp', increment: '0.01' },
  minimum: null,
  maximum: null,
});

/** The two rooms and five rate plans of a sandbox. A plan comes after its parent. */
export const SANDBOX_ROOMS: SandboxRoom[] = [
  {
    name: 'Double',
    totalRooms: 5,
    maximumGuests: 3,
    adults: 2,
    children: 1,
    ratePlans: [
      { name: 'Flexible' },
      { name: 'Half board' },
      { name: 'Non-refundable', parent: 'Flexible', rule: rule({ percent: '-10' }) },
      { name: 'Early bird', parent: 'Non-refundable', rule: rule({ amount: '-5.00' }) },
    ],
  },
  {
    name: 'Suite',
    totalRooms: 2,
    maximumGuests: 4,
    adults: 2,
    children: 2,
    ratePlans: [
      {
        name: 'Flexible',
        guard: { minimum: '20.00', maximum: null, maxDecreasePercent: null, maxIncreasePercent: null },
      },
    ],
  },
];
