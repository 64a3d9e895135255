import { parentPort, workerData } from 'node:worker_threads';
import { HttpBalancer } from '../support/http-balancer';

/** A balancer in its own thread, which does not slow down the event loop of the callers. */
async function run(): Promise<void> {
  const { url } = await HttpBalancer.start(...(workerData as number[]));
  parentPort?.postMessage(url);
}

void run();
