import type { DatabaseProxy } from './database-proxy';
import { holdRoom, isWaitingForALock } from './locks';
import type { Answer, TestService } from './service';
import { until } from './until';

/** Calls while the database is away. @returns the answer, which is a failure */
export async function callInOutage(proxy: DatabaseProxy, call: () => Promise<Answer>): Promise<Answer> {
  proxy.goAway();
  try {
    return await call();
  } finally {
    proxy.comeBack();
  }
}

/**
 * Makes a call whose caller hangs up before the answer, while another transaction holds the room.
 * @param start makes the call
 * @param meanwhile runs before the room is released, and with it the call
 * @returns the request id of the call, once it has been applied
 */
export async function callAndHangUp(
  service: TestService,
  roomId: string,
  start: (signal: AbortSignal) => Promise<Answer>,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const before = new Set((await service.records.pushes()).map(({ id }) => id));
  const room = await holdRoom(service, roomId);
  const isGone = nextCallIsClosed(service);
  const caller = new AbortController();
  const call = start(caller.signal).catch(() => undefined);
  await isWaitingForALock(service);
  caller.abort();
  await call;
  await isGone;
  await meanwhile();
  await room.release();
  const applied = await until(async () => (await service.records.pushes()).find(({ id }) => !before.has(id)));
  return applied.id;
}

/** Resolves when the next call has been answered, or its connection has ended. */
function nextCallIsClosed({ app }: TestService): Promise<void> {
  return new Promise((resolve) =>
    app.getHttpServer().once('request', (_request, response) => response.once('close', resolve)),
  );
}
