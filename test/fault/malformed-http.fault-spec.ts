import type { RawAnswer } from '../support/raw-http';
import { sendRaw } from '../support/raw-http';
import { TestService } from '../support/service';
import { tableContents } from '../support/table-contents';

const BODY = '[{"date":"2026-12-01","inventoryNumber":7}]';

/** Sends bytes that no HTTP client would send, over plain sockets. */
describe('malformed HTTP', () => {
  let service: TestService;
  let room: string;
  beforeAll(async () => {
    service = await TestService.start();
    room = await service.records.room();
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
  });
  afterAll(() => service.stop());

  /** A push with these headers; `{}` stands for the path of the operation, and LF for the end of a line. */
  function message(head: string, body: string): Buffer {
    const target = `/updateCalendarInventory?roomId=${room}`;
    const lines = head.replace('{}', target).split('\n');
    const given = [
      lines[0],
      `Authorization: Bearer ${service.token}`,
      'Content-Type: application/json',
      ...lines.slice(1),
    ];
    return Buffer.from(`${given.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  }

  const POST = 'POST {} HTTP/1.1\nHost: a';
  const LENGTH = `Content-Length: ${BODY.length}`;
  const CHUNKED = 'Transfer-Encoding: chunked';
  const chunks = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

  it.each([
    ['two lengths', `${POST}\n${LENGTH}\nContent-Length: 1`, BODY],
    ['the same length twice', `${POST}\n${LENGTH}\n${LENGTH}`, BODY],
    ['a list of lengths', `${POST}\nContent-Length: ${BODY.length}, 1`, BODY],
    ['a length and chunks', `${POST}\n${LENGTH}\n${CHUNKED}`, chunks(BODY)],
    ['chunks and a length', `${POST}\n${CHUNKED}\n${LENGTH}`, chunks(BODY)],
    ['chunks twice', `${POST}\nTransfer-Encoding: chunked, chunked`, chunks(BODY)],
    ['chunks that are identity as well', `${POST}\nTransfer-Encoding: chunked, identity`, chunks(BODY)],
    ['chunks under a name with a space', `${POST}\nTransfer-Encoding : chunked\n${LENGTH}`, chunks(BODY)],
    ['a negative length', `${POST}\nContent-Length: -1`, BODY],
    ['a length in another notation', `${POST}\nContent-Length: 0x2b`, BODY],
    ['a length of 10^30', `${POST}\nContent-Length: 1${'0'.repeat(30)}`, BODY],
    ['a chunk of negative size', `${POST}\n${CHUNKED}`, `-1\r\n${BODY}\r\n0\r\n\r\n`],
    ['a chunk larger than it says', `${POST}\n${CHUNKED}`, `1\r\n${BODY}\r\n0\r\n\r\n`],
    [
      'a chunk extension of a megabyte',
      `${POST}\n${CHUNKED}`,
      `1;${'x'.repeat(1_000_000)}\r\n[\r\n0\r\n\r\n`,
    ],
    ['a folded header', `${POST}\nX-Folded: a\n b\n${LENGTH}`, BODY],
    ['a header without a name', `${POST}\n: a\n${LENGTH}`, BODY],
    ['NUL in a header', `${POST}\nX-Nul: a\0b\n${LENGTH}`, BODY],
    ['a bare CR in a header', `${POST}\nX-Cr: a\rX-Evil: b\n${LENGTH}`, BODY],
    ['headers of a megabyte', `${POST}\nX-Long: ${'x'.repeat(1_000_000)}\n${LENGTH}`, BODY],
    ['ten thousand headers', `${POST}\n${'X: y\n'.repeat(10_000)}${LENGTH}`, BODY],
    ['a URL of 100 kB', `POST {}&a=${'x'.repeat(100_000)} HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
    ['a space in the URL', `POST {} &a=b HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
    ['a byte beyond ASCII in the URL', `POST /\x11{} HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
    ['an unknown method', `EVIL {} HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
    ['a method in lower case', `post {} HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
    ['HTTP/9.9', `POST {} HTTP/9.9\nHost: a\n${LENGTH}`, BODY],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0', 'SM\r\n\r\n'],
    ['not HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ''],
    [
      'another operation by an overriding header',
      `GET {} HTTP/1.1\nHost: a\nX-HTTP-Method-Override: POST\n${LENGTH}`,
      BODY,
    ],
    ['TRACE', `TRACE {} HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
    ['OPTIONS of everything', 'OPTIONS * HTTP/1.1\nHost: a', ''],
    ['the path of a folder above', `POST /docs/../..{} HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
    ['an asterisk', `POST * HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
  ])('A call with %s is refused, and changes nothing', async (_, head, body) => {
    const before = await tableContents(service.dataSource);
    const answer = await sendRaw(service.url, message(head, body));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    assertAnswer(answer);
    expect(await tableContents(service.dataSource)).toEqual(before);
  });

  it('A call without a host is refused, and its connection closed', async () => {
    const answer = await sendRaw(service.url, message(`POST {} HTTP/1.1\n${LENGTH}`, BODY));
    expect(answer).toMatchObject({ status: 400, headers: { connection: 'close' } });
  });

  it.each([
    ['less than its length says', `${POST}\nContent-Length: 1000`, BODY],
    ['a chunk that never ends', `${POST}\n${CHUNKED}`, `ff\r\n${BODY}`],
    ['no last chunk', `${POST}\n${CHUNKED}`, chunks(BODY).slice(0, -5)],
  ])('A caller that hangs up after %s changes nothing', async (_, head, body) => {
    const before = await tableContents(service.dataSource);
    const answer = await sendRaw(service.url, message(head, body), { isWhole: false });
    expect([undefined, 400]).toContain(answer.status);
    expect(await tableContents(service.dataSource)).toEqual(before);
  });

  it.each([
    ['an absolute URL', `POST http://evil.example{} HTTP/1.1\nHost: a\n${LENGTH}`, BODY],
    ['chunks', `${POST}\n${CHUNKED}`, chunks(BODY)],
    ['an upgrade that is not taken', `${POST}\nConnection: Upgrade\nUpgrade: websocket\n${LENGTH}`, BODY],
    ['the announcement of a body', `${POST}\nExpect: 100-continue\n${LENGTH}`, BODY],
    ['a second token', `${POST}\nAuthorization: Bearer another\n${LENGTH}`, BODY],
  ])('A call with %s is an ordinary push', async (_, head, body) => {
    const answer = await sendRaw(service.url, message(head, body));
    expect(answer).toMatchObject({ status: 200, text: 'Inventory is successfully updated' });
    assertAnswer(answer);
  });

  it.each([
    ['an absolute URL', 'POST http://evil.example{} HTTP/1.1\nHost: a'],
    ['an escaped letter in the path', 'POST /%75{} HTTP/1.1\nHost: a'],
  ])('A call with %s is refused as text, like every push', async (_, head) => {
    const bytes = message(`${head}\n${LENGTH}`, BODY.replace('7', '!'));
    const answer = await sendRaw(
      service.url,
      Buffer.from(bytes.toString('latin1').replace('%75/u', '%75'), 'latin1'),
    );
    expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  });

  it("The answer has a new id, not the caller's, and does not reveal the software", async () => {
    const id = '00000000-0000-0000-0000-000000000000';
    const answer = await sendRaw(service.url, message(`${POST}\nX-Request-Id: ${id}\n${LENGTH}`, BODY));
    expect(answer.headers['x-request-id']).not.toBe(id);
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['server']));
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['x-powered-by']));
  });

  function assertAnswer({ status, headers, text }: RawAnswer): void {
    expect(status).toBeLessThan(500);
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(text).not.toMatch(/HPE_|Parse Error|node_modules|\.[jt]s:\d+/);
  }
});
