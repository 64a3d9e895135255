import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** The settings of a flood. */
export interface Flood {
  url: string;
  /** Paths and bodies that are sent in turn. */
  path: string;
  bodies: string[];
  connections: number;
  /** If it is undefined, each call has a new invented token. */
  token: string | undefined;
}

/** The number of answered calls by status; 0 means a closed connection. */
export type Answers = Record<number, number>;

/** Sends calls as fast as they are answered, whatever the answer is, in a thread of its own. It ends with the thread. */
function run({ url, path, bodies, connections, token }: Flood): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answers = {};
  const buffers = bodies.map((body) => Buffer.from(body));
  let sent = 0;
  const send = () => {
    const body = buffers[sent++ % buffers.length];
    const headers = {
      authorization: `Bearer ${token ?? randomBytes(24).toString('hex')}`,
      'content-type': 'application/json',
      'content-length': body?.length,
    };
    let isOver = false;
    const end = (status: number) => {
      if (isOver) return;
      isOver = true;
      answers[status] = (answers[status] ?? 0) + 1;
      setImmediate(send);
    };
    const call = request(url + path, { method: 'POST', headers, agent }, (response) => {
      response.on('end', () => end(response.statusCode ?? 0));
      response.on('close', () => end(response.statusCode ?? 0));
      response.on('error', () => undefined);
      response.resume();
    });
    call.on('error', () => end(0));
    call.end(body);
  };
  for (let n = 0; n < connections; n++) send();
  parentPort?.on('message', () => parentPort?.postMessage(answers));
}

run(workerData as Flood);
