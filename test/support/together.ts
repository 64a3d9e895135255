import { ConnectionQueue } from '../../src/platform/database/connection-queue';
import { PushEngine } from '../../src/push/push-engine';
import type { TestService } from './service';
import { until } from './until';

/**
 * Makes calls wait together for one connection, in their order.
 * @param service with two connections
 * @param meanwhile runs when all calls wait
 */
export async function together<T>(
  service: TestService,
  sends: (() => Promise<T>)[],
  meanwhile?: () => unknown,
): Promise<T[]> {
  const engine = service.app.get(PushEngine);
  const [held, other] = [holdConnection(service), holdConnection(service)];
  const answers: Promise<T>[] = [];
  let answered = 0;
  for (const send of sends) {
    answers.push(send().finally(() => answered++));
    await until(() => engine.waiting + answered >= answers.length);
  }
  await meanwhile?.();
  held.release();
  const done = await Promise.all(answers);
  other.release();
  return done;
}

function holdConnection(service: TestService): { release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  void service.app.get(ConnectionQueue).run(() => released);
  return { release };
}
