import { connect } from 'node:net';

/** An answer over a socket. It has no status if the connection was closed without an answer. */
export interface RawAnswer {
  status: number | undefined;
  headers: Record<string, string>;
  text: string;
}

/** A call that hangs never gets an answer. A busy machine may take seconds. */
const MAX_WAIT_MS = 20_000;

/**
 * Sends any bytes, also those that HTTP clients refuse to send, and reads one answer.
 * @param isWhole false if the server may rightly wait for more; then the sender hangs up
 * @throws Error if there is neither an answer nor an end within 20 seconds
 */
export function sendRaw(
  url: string,
  bytes: Buffer,
  { isWhole = true, isHead = false } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = Buffer.alloc(0);
    const hang = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer within ${MAX_WAIT_MS} ms`));
    }, MAX_WAIT_MS);
    const finish = (answer: RawAnswer): void => {
      clearTimeout(hang);
      socket.destroy();
      resolve(answer);
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = readAnswer(received, isHead);
      if (answer) finish(answer);
    });
    // A server that has answered may reset the connection while the rest is still on its way.
    socket.on('error', () => undefined);
    socket.on('close', () => finish({ status: undefined, headers: {}, text: received.toString('latin1') }));
    socket.write(bytes);
    if (!isWhole) socket.end();
  });
}

/** The complete answer; undefined while it is incomplete. */
function readAnswer(received: Buffer, isHead: boolean): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  if (status < 200) return readAnswer(received.subarray(end + 4), isHead);
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  ) as Record<string, string>;
  const body = received.subarray(end + 4);
  const text = body.toString('utf8');
  if (isHead || status === 204 || status === 304) return { status, headers, text };
  if (headers['transfer-encoding'] === 'chunked')
    return text.endsWith('0\r\n\r\n') ? { status, headers, text } : undefined;
  return body.length >= Number(headers['content-length'] ?? 0) ? { status, headers, text } : undefined;
}
