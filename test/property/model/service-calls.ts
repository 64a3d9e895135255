import { receivedAt } from '../../../src/push/journal/request-id';
import type { Answer, TestService } from '../../support/service';
import type { Undone } from '../../support/undo';
import { money } from './cell';
import type { Hotel } from './hotel';
import type { Administration, Decision, Push, Rule, Step, UndoStep } from './steps';
import { isPush } from './steps';

/** Calls the service for a step. @returns the request id, or undefined if the step does not fit and was refused */
export async function carryOut(
  service: TestService,
  hotel: Hotel,
  step: Exclude<Step, UndoStep>,
): Promise<string | undefined> {
  const { status, headers } = await send(service, hotel, step);
  if (status !== 409 && status >= 300)
    throw new Error(`${JSON.stringify(step, bigintAsText)} was answered ${status}`);
  return status === 409 ? undefined : (headers.get('x-request-id') ?? '');
}

export async function carryOutUndo(service: TestService, step: UndoStep): Promise<Undone> {
  const { status, body } = await (step.kind === 'undo'
    ? service.admin<Undone>('POST', `/journal/${step.requestId}/undo`, { dryRun: false })
    : service.admin<Undone>('POST', '/journal/undo', {
        from: receivedAt(step.from),
        ...(step.to !== null && { to: receivedAt(step.to) }),
        ...(step.roomId !== null && { roomId: step.roomId }),
        ...(step.ratePlanId !== null && { ratePlanId: step.ratePlanId }),
      }));
  if (status !== 200) throw new Error(`${JSON.stringify(step)} was answered ${status}`);
  return body;
}

/** The path and the body of a push. */
export function callOf(hotel: Hotel, push: Push): { roomId: string; path: string; body: object[] } {
  if (push.kind === 'inventory') {
    const { roomId, totals } = push;
    const body = Object.entries(totals).map(([date, inventoryNumber]) => ({ date, inventoryNumber }));
    return { roomId, path: `/updateCalendarInventory?roomId=${roomId}`, body };
  }
  const { ratePlanId, prices } = push;
  const { roomId } = hotel.plan(ratePlanId);
  const body = Object.entries(prices).map(([date, cents]) => ({ date, price: Number(cents) / 100 }));
  return { roomId, path: `/updateCalendarPrices?roomId=${roomId}&ratePlanId=${ratePlanId}`, body };
}

function send(
  service: TestService,
  hotel: Hotel,
  step: Exclude<Step, UndoStep>,
): Promise<Pick<Answer, 'status' | 'headers'>> {
  if (!isPush(step)) return administer(service, step);
  const { path, body } = callOf(hotel, step);
  return service.post(path, body);
}

function administer(
  service: TestService,
  step: Decision | Administration,
): Promise<Pick<Answer, 'status' | 'headers'>> {
  const name = 'Double';
  switch (step.kind) {
    case 'createRoom':
      return service.admin('POST', '/rooms', { id: step.roomId, name });
    case 'deleteRoom':
      return service.admin('DELETE', `/rooms/${step.roomId}?confirm=${name}`);
    case 'createPlan':
      return service.admin('POST', `/rooms/${step.roomId}/ratePlans`, {
        id: step.ratePlanId,
        name,
        ...(step.rule && { derivation: derivationOf(step.rule) }),
      });
    case 'changePlan':
      return service.admin('PATCH', `/ratePlans/${step.ratePlanId}`, {
        derivation: step.rule && derivationOf(step.rule),
      });
    case 'guard':
      return service.admin('PATCH', `/ratePlans/${step.ratePlanId}`, {
        guard: step.guard && { ...step.guard, minimum: money(step.guard.minimum) },
      });
    case 'release':
    case 'discard': {
      const { ratePlanId, from, to } = step;
      return service.admin('POST', `/heldPrices/${step.kind}`, { ratePlanId, from, to });
    }
    case 'deletePlan':
      return service.admin('DELETE', `/ratePlans/${step.ratePlanId}?confirm=${name}`);
  }
}

function derivationOf({ from, percent }: Rule) {
  return { from, steps: [{ percent: String(percent) }] };
}

/** For JSON. */
export function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
