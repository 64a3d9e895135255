import { receivedAt } from '../../../src/push/journal/request-id';
import type { Answer, TestService } from '../../support/service';
import type { Undone } from '../../support/undo';
import { money } from './cell';
import type { Hotel } from './hotel';
import { checkAnswer, sendMessage } from './message-calls';
import { roomsOf } from './pushed-records';
import type { Administration, Decision, Message, Push, Rule, Step, UndoStep } from './steps';
import { HOTEL_CODE, isPush } from './steps';

/**
 * Calls the service for a step.
 * @returns the request id, or undefined if the step does not fit and was refused. For a repeated message,
 * Channex gets the first request id, and SiteConnect gets a new one
 */
export async function carryOut(
  service: TestService,
  hotel: Hotel,
  step: Exclude<Step, UndoStep>,
): Promise<string | undefined> {
  if (step.kind === 'message') return checkAnswer(hotel, step, await sendMessage(service, step));
  const { status, headers, text = '' } = await send(service, hotel, step);
  if (status !== 409 && status >= 300)
    throw new Error(`${JSON.stringify(step, bigintAsText)} was answered ${status}: ${text}`);
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

/** Sends a push in the words of its operation or channel manager. */
export function sendPush(
  service: TestService,
  hotel: Hotel,
  push: Push,
  signal: AbortSignal | null = null,
): Promise<Answer> {
  if (push.kind === 'message') return sendMessage(service, push, signal);
  const [roomId = ''] = roomsOf(hotel, push);
  const ofPlan = 'ratePlanId' in push ? `&ratePlanId=${push.ratePlanId}` : '';
  const [operation, body] = bodyOf(push);
  return service.post(`/${operation}?roomId=${roomId}${ofPlan}`, body, { signal });
}

/** The operation and the body of a push by date. */
function bodyOf(push: Exclude<Push, Message>): [string, object[]] {
  switch (push.kind) {
    case 'prices':
      return ['updateCalendarPrices', elements('price', inMoney(push.prices))];
    case 'inventory':
      return ['updateCalendarInventory', elements('inventoryNumber', push.roomsLeft)];
    case 'blackout':
      return ['updateCalendarBlackout', elements('blackoutStatus', push.closed)];
    case 'minStay':
      return ['updateCalendarMinStay', elements('minStay', push.nights)];
    case 'maxStay':
      return ['updateCalendarMaxStay', elements('maxStay', push.nights)];
  }
}

function elements(field: string, values: Record<string, number | boolean>): object[] {
  return Object.entries(values).map(([date, value]) => ({ date, [field]: value }));
}

function inMoney(prices: Record<string, bigint>): Record<string, number> {
  return Object.fromEntries(Object.entries(prices).map(([date, cents]) => [date, Number(cents) / 100]));
}

function send(
  service: TestService,
  hotel: Hotel,
  step: Exclude<Step, UndoStep>,
): Promise<Pick<Answer, 'status' | 'headers'> & { text?: string }> {
  return isPush(step) ? sendPush(service, hotel, step) : administer(service, step);
}

function administer(
  service: TestService,
  step: Decision | Administration,
): Promise<Pick<Answer, 'status' | 'headers'>> {
  const name = 'Double';
  switch (step.kind) {
    case 'createRoom':
      return service.admin('POST', '/rooms', { id: step.roomId, name, propertyCode: HOTEL_CODE });
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
    case 'close': {
      const { kind: _, ...closure } = step;
      return service.admin('POST', '/closures', { ...closure, reason: 'wrong price' });
    }
    case 'open':
      return service.admin('DELETE', `/closures/${step.closureId}`);
    case 'deletePlan':
      return service.admin('DELETE', `/ratePlans/${step.ratePlanId}?confirm=${name}`);
  }
}

function derivationOf({ from, percent, inherit }: Rule) {
  return { from, steps: [{ percent: String(percent) }], ...(inherit && { inherit }) };
}

/** A replacer for JSON.stringify. */
export function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
