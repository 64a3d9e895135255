import type { ServerResponse } from 'node:http';

/**
 * Calls back once, when an answer is over: it was sent completely, or the connection ended before that.
 * `writableFinished` is not used: it is also true for an answer that Node.js drops because its socket was just destroyed.
 */
export function whenOver(answer: ServerResponse, callBack: (isSent: boolean) => void): void {
  let isSent = false;
  answer.once('finish', () => (isSent = true));
  answer.once('close', () => callBack(isSent));
}
