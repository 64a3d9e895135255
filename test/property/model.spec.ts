import { random } from './model/random';
import { nextStep, RandomCalls } from './model/random-steps';
import { TwoInstances } from './model/two-instances';

/** The number of steps over all seeds. Many more are tried by hand: see docs/testing.md. */
const STEPS = Number(process.env['STEPS'] ?? 45);
const SEEDS = [20261201, 7, 314159];
const CHECK_ALL_EVERY = 500;
const TIME_LIMIT_MS = 60_000 + STEPS * 500;

describe('two instances', () => {
  it.each(SEEDS)(
    'Two instances do what the model says about pushes, guards, held prices, rules, undos and late arrivals, from seed %i',
    async (seed) => {
      const pick = random(seed);
      const instances = await TwoInstances.start(pick);
      try {
        const calls = new RandomCalls(instances.model, pick);
        for (let n = 1; n <= STEPS / SEEDS.length; n++) {
          await instances.takeAndCheck(calls.next());
          if (n % CHECK_ALL_EVERY === 0) await instances.checkAll();
        }
        await instances.checkAll();
      } finally {
        await instances.stop();
      }
    },
    TIME_LIMIT_MS,
  );

  it(
    'Two instances do what the model says while they push at the same time and plans change',
    async () => {
      const pick = random(271828);
      // With few connections, pushes wait and share transactions.
      const instances = await TwoInstances.start(pick, { DATABASE_POOL_SIZE: '2' });
      const { model } = instances;
      try {
        for (let n = 0; n < 25; n++)
          await instances.carryOutAll([{ step: nextStep(model, pick, n > 15), instance: n % 2 }]);
        for (let round = 0; round < STEPS / 60; round++) {
          // Plans also change, but none is created or deleted during a push.
          const steps = Array.from({ length: 12 }, (_, n) => {
            const step = nextStep(model, pick, true);
            const ratePlanId = [...model.hotel.plans.keys()][pick(model.hotel.plans.size)];
            if (n < 10 || !ratePlanId) return { step, instance: n % 2 };
            return { step: { kind: 'changePlan', ratePlanId, rule: null } as const, instance: n % 2 };
          });
          await instances.carryOutAll(steps);
          await instances.setClockBack();
          for (let n = 0; n < 3; n++)
            await instances.carryOutAll([{ step: nextStep(model, pick, false), instance: n % 2 }]);
        }
        await instances.checkAll();
      } finally {
        await instances.stop();
      }
    },
    TIME_LIMIT_MS,
  );
});
