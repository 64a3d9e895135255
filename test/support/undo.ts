import type { TestService } from './service';

/** The answer to an undo. */
export interface Undone {
  undoId: string;
  state: 'running' | 'done' | 'failed';
  rooms: number;
  roomsDone: number;
  restored: number;
  changedSince: number;
  unknown: number;
  unchanged: number;
  derived: number;
  requestIds: string[];
  records: {
    roomId: string;
    ratePlanId: string | null;
    date?: string;
    field?: string;
    from: string | number | boolean | null;
    to: string | number | boolean | null;
    verdict: string;
  }[];
  detail: string;
}

export const DATE = '2026-12-01';

/** Pushes values and undoes pushes. */
export class Undoing {
  constructor(private readonly service: TestService) {}

  /** @returns the request id */
  async prices(room: string, plan: string, prices: Record<string, number> | number): Promise<string> {
    const byDate = typeof prices === 'number' ? { [DATE]: prices } : prices;
    const records = Object.entries(byDate).map(([date, price]) => ({ date, price }));
    return this.requestIdOf(await this.service.pushPrices(room, plan, records));
  }

  /** @returns the request id */
  async rooms(room: string, rooms: Record<string, number> | number): Promise<string> {
    const byDate = typeof rooms === 'number' ? { [DATE]: rooms } : rooms;
    const records = Object.entries(byDate).map(([date, inventoryNumber]) => ({ date, inventoryNumber }));
    return this.requestIdOf(await this.service.pushInventory(room, records));
  }

  /** @returns the request id */
  async edit(room: string, capacity: object): Promise<string> {
    return this.requestIdOf(await this.service.editRoom({ id: room, ...capacity }));
  }

  undo(requestId: string, dryRun = false) {
    return this.service.admin<Undone>('POST', `/journal/${requestId}/undo`, { dryRun });
  }

  undoAll(body: object) {
    return this.service.admin<Undone>('POST', '/journal/undo', body);
  }

  progress(undoId: string) {
    return this.service.admin<Undone>('GET', `/journal/undo/${undoId}`);
  }

  private requestIdOf({ status, headers, text }: { status: number; headers: Headers; text: string }): string {
    if (status !== 200) throw new Error(`The push was answered ${status}: ${text}`);
    return headers.get('x-request-id') ?? '';
  }
}
