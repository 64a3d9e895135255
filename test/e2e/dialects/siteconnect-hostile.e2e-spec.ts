import { connect, type Socket } from 'node:net';
import { TestService } from '../../support/service';
import type { HotelOfTest } from '../../support/siteconnect';
import {
  availability,
  control,
  createHotel,
  envelope,
  ota,
  roomsLeft,
  securityHeader,
  sendMessage,
  sendXml,
} from '../../support/siteconnect';
import { until } from '../../support/until';

const SIZE = 10 * 1024 * 1024;
const PING = ota('OTA_PingRQ', '<EchoData>a</EchoData>');

/** Repeats a text until the message has nearly 10 MiB. */
const fill = (text: string, size = SIZE - 4_096) => text.repeat(Math.floor(size / text.length));

describe('hostile senders of SiteConnect', () => {
  let service: TestService;
  let hotel: HotelOfTest;
  beforeAll(async () => {
    service = await TestService.start();
    hotel = await createHotel(service);
  });
  afterAll(() => service.stop());

  const large = (): [string, number, string][] => {
    const header = securityHeader(service.token);
    const inMessage = (content: string) => envelope(header, availability(hotel.code, content));
    const nested = '<a>'.repeat(50) + '</a>'.repeat(50);
    const attributes = Array.from({ length: 60 }, (_, index) => ` a${index}=""`).join('');
    return [
      ['levels without end', 400, inMessage(fill('<a>'))],
      ['many deep elements', 200, inMessage(fill(nested))],
      ['many wide elements', 200, inMessage(fill(`<a${attributes}/>`))],
      ['one endless element', 400, inMessage(`<a${fill(' b="c"')}/>`)],
      ['one endless name', 200, inMessage(`<${'a'.repeat(SIZE - 8_192)}/>`)],
      ['references', 200, inMessage(`<a>${fill('&lt;')}</a>`)],
      ['namespaces', 400, inMessage(fill('<x:a/>'))],
      ['too many parts', 200, inMessage(fill(`<AvailStatusMessage>${control(hotel)}</AvailStatusMessage>`))],
    ];
  };

  it('Pushes of others get their answers while eight messages of 10 MiB arrive at once', async () => {
    const { room } = await createHotel(service, 'Calm Hotel');
    const sent = large().map(([name, status, body]) => [name, status, Buffer.from(body)] as const);
    const over = new AbortController();
    const waits: number[] = [];
    const pushes = (async () => {
      while (!over.signal.aborted) {
        const start = performance.now();
        const { status } = await service.pushInventory(room, [{ date: '2026-12-24', inventoryNumber: 1 }]);
        waits.push(performance.now() - start);
        expect(status).toBe(200);
      }
    })();
    const answers = await Promise.all(sent.map(([, , body]) => sendXml(service, body)));
    over.abort();
    await pushes;
    // On a busy machine, a message may take longer than the service gives it.
    for (const [index, { status, text }] of answers.entries()) {
      const [name, expected] = sent[index] ?? [];
      expect({ name, isExpected: [expected, 408].includes(status) }).toEqual({ name, isExpected: true });
      expect(text).not.toContain('<Success');
    }
    // The senders run in this process too, and delay the pushes.
    waits.sort((one, other) => one - other);
    expect(waits.length).toBeGreaterThan(5);
    expect(waits.at(-1)).toBeLessThan(30_000);
    expect(await service.records.availability(hotel.room)).toEqual({});
    expect(await service.records.prices(hotel.plan)).toEqual({});
  });

  it('The service reads only the head of a message without a valid token', async () => {
    const unknown = securityHeader('x'.repeat(43));
    const bodies: [string, number, string][] = [
      [`<!--${fill(' ')}`, 400, 'its first element must begin within 8192 characters'],
      [envelope(fill('<a/>'), PING), 400, 'The SOAP body must begin within 16384 bytes'],
      [envelope(unknown, `<OTA_PingRQ${fill(' a="b"')}/>`), 400, 'has more than 64 attributes'],
      [envelope(unknown, ota('OTA_PingRQ', `<EchoData>${fill('a')}</EchoData>`)), 200, 'Invalid Username'],
      [envelope(securityHeader(fill('a')), PING), 400, 'The'],
    ];
    for (const [body, status, problem] of bodies) {
      const answer = await sendXml(service, body);
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(problem)]);
    }
  });

  it('A message cannot declare entities', async () => {
    const declared =
      '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">' +
      '<!ENTITY c SYSTEM "file:///etc/passwd">]>';
    const message = envelope(securityHeader(service.token), ota('OTA_PingRQ', '<EchoData>&b;&c;</EchoData>'));
    const { status, text } = await sendXml(service, message.replace('?>\n', `?>\n${declared}`));
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('line 2, column 0: it has a document type'),
    ]);
    expect(text).not.toContain('root:');
  });

  it('Senders that are slow or hang up in the middle hold nobody up, and change nothing', async () => {
    const message = envelope(
      securityHeader(service.token),
      availability(hotel.code, roomsLeft(hotel, 9) + roomsLeft(hotel, 8)),
    );
    const { hostname, port } = new URL(service.url);
    const head = `POST /siteconnect HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: ${message.length}\r\n\r\n`;
    // Connections of earlier tests may still be open, so only new ones count.
    const accepted: Socket[] = [];
    const remember = (socket: Socket) => void accepted.push(socket);
    const server = service.app.getHttpServer();
    server.on('connection', remember);
    const sockets = Array.from({ length: 8 }, () => connect(Number(port), hostname));
    for (const [index, socket] of sockets.entries()) {
      socket.on('error', () => undefined);
      socket.write(head + message.slice(0, Math.floor((message.length * (index + 1)) / 9)));
    }
    await until(() => accepted.length === 8 && accepted.every((socket) => socket.bytesRead > head.length));
    server.off('connection', remember);
    expect((await sendMessage(service, PING)).text).toContain('<Success/>');
    for (const socket of sockets) socket.destroy();
    await until(() => accepted.every((socket) => socket.destroyed));
    expect(await service.records.availability(hotel.room)).toEqual({});
  });
});
