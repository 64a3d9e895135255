import type { CreatedSandbox } from '../../src/proof/sandboxes/sandbox.dto';
import type { TestService } from './service';

export async function createSandbox(service: TestService, body: object = {}): Promise<CreatedSandbox> {
  return (await service.admin<CreatedSandbox>('POST', '/sandboxes', { name: 'allbookers', ...body })).body;
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** The ids of the rooms of a sandbox, and for each room, of a plan that takes pushes. */
export function idsOf({ rooms: [double, suite] }: CreatedSandbox) {
  if (!double?.ratePlans[0] || !suite?.ratePlans[0]) throw new Error('The sandbox has no rooms');
  return {
    room: double.id,
    suite: suite.id,
    plan: double.ratePlans[0].id,
    suitePlan: suite.ratePlans[0].id,
  };
}
