import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whenOver } from '../../src/platform/http/answer-end';

describe('the end of an answer', () => {
  /** Calls a server once. @returns whether it has sent its answer */
  async function sends(answer: RequestListener): Promise<boolean> {
    let isOver!: (isSent: boolean) => void;
    const over = new Promise<boolean>((resolve) => (isOver = resolve));
    const server = createServer((request, response) => {
      whenOver(response, isOver);
      answer(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const call = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (received) =>
      received.resume(),
    );
    call.on('error', () => undefined);
    try {
      return await over;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  it('An answer is sent if all of it has reached the connection', async () => {
    expect(await sends((_, response) => response.end('sent'))).toBe(true);
  });

  it('An answer on a closed connection is not sent, even if the answer ends before the closure is known', async () => {
    const isSent = await sends(({ socket }, response) => {
      socket.destroy();
      response.end('lost');
    });
    expect(isSent).toBe(false);
  });

  it('An answer is not sent if its connection ends first', async () => {
    expect(await sends(({ socket }) => socket.destroy())).toBe(false);
  });
});
