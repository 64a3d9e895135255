import { ConnectionQueue } from '../../src/platform/database/connection-queue';
import { PushEngine } from '../../src/push/push-engine';
import type { Answer, TestService } from './service';
import { until } from './until';

/**
 * Makes calls wait together for one connection, in their order.
 * @param service with two connections
 * @param meanwhile runs when all calls wait
 */
export async function together(
  service: TestService,
  sends: (() => Promise<Answer>)[],
  meanwhile?: () => unknown,
): Promise<Answer[]> {
  const engine = service.app.get(PushEngine);
  const [held, other] = [holdConnection(service), holdConnection(service)];
  const answers: Promise<Answer>[] = [];
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
