import type { Config } from '../../src/platform/config/config';
import { CONFIG } from '../../src/platform/config/config';
import type { DatabaseProxy } from './database-proxy';
import { holdRoom, isWaitingForALock } from './locks';
import type { Answer, TestService } from './service';
import { until } from './until';

/**
 * Makes a call while the database of a service is away. During this call, the service waits for the database only for a
 * moment, so that the test is fast. Other calls have the whole time, so that a busy machine does not make them fail.
 * @returns the answer, which is a failure
 */
export async function callInOutage(
  { app }: TestService,
  proxy: DatabaseProxy,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const config = app.get<Config>(CONFIG);
  const { DB_RETRY_BUDGET_SECONDS } = config;
  Object.assign(config, { DB_RETRY_BUDGET_SECONDS: 0.2 });
  proxy.goAway();
  try {
    return await call();
  } finally {
    proxy.comeBack();
    Object.assign(config, { DB_RETRY_BUDGET_SECONDS });
  }
}

/**
 * Makes a call whose caller hangs up before the answer, while another transaction holds the room.
 * @param start makes the call
 * @param meanwhile runs before the room is released, which lets the call continue
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
