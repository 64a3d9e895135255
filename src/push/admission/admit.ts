import type { Capacity } from '../../platform/http/request-context';
import type { Demand, LoadControl } from './load-control';

/** An admitted push. */
export interface Admission {
  capacity: Capacity;
  /** Ends the use of the capacity. */
  release: () => void;
}

/** Gives a push its part of the capacity. @throws OverloadedError */
export function admit(load: LoadControl, demand: Demand): Admission {
  const permit = load.acquire(demand);
  return {
    capacity: {
      callerKey: permit.callerKey,
      get weight() {
        return permit.weight;
      },
      carry: (dates) => load.carry(permit, dates),
      suspend: () => load.suspend(permit),
    },
    release: () => load.release(permit),
  };
}
