import type { Capacity } from '../../platform/http/request-context';
import type { Demand, AdmissionControl } from './admission-control';

/** An admitted push. */
export interface Admission {
  capacity: Capacity;
  /** Ends the use of the capacity. */
  release: () => void;
}

/** Gives a push its part of the capacity. @throws OverloadedError */
export function admit(admission: AdmissionControl, demand: Demand): Admission {
  const permit = admission.acquire(demand);
  return {
    capacity: {
      callerKey: permit.callerKey,
      get weight() {
        return permit.weight;
      },
      weigh: (records) => admission.weigh(permit, records),
      suspend: () => admission.suspend(permit),
    },
    release: () => admission.release(permit),
  };
}
