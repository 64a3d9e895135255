import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../src/platform/embedded-postgres/embedded-postgres-server';

/** A mail that the server has accepted. `recipients` are those of the envelope, which decide who gets it. */
type ReceivedMail = Email & { recipients: string[] };

/** A mail server with its own port, and the mails that it has accepted. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Called before each mail is accepted: it may wait to delay the mail, or throw to refuse it. */
  onMail: (mail: ReceivedMail) => void | Promise<void> = () => undefined;

  /** Called for each recipient: it may wait, or throw to refuse it. */
  onRecipient: () => void | Promise<void> = () => undefined;
  /** Whether the server hangs up when the content of a mail begins. */
  cutsContent = false;

  /** The users that have logged in. `isSecure`: the connection was encrypted. */
  readonly logins: { user: string | undefined; isSecure: boolean }[] = [];

  private port = 0;
  private server: SMTPServer | undefined;
  private readonly sockets = new Set<Socket>();
  private waiting: (() => void)[] = [];

  /** @param login whether users may log in, and whether the server then offers TLS */
  constructor(private readonly login?: { tls: boolean }) {}

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens on a free port; on the same one again after `stop`. */
  async start(): Promise<this> {
    this.server = new SMTPServer({
      disabledCommands: [...(this.login ? [] : ['AUTH']), ...(this.login?.tls ? [] : ['STARTTLS'])],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username }, session, done) => {
        this.logins.push({ user: username, isSecure: session.secure });
        done(null, { user: username });
      },
      onRcptTo: (_, __, done) => {
        const accept = async () => this.onRecipient();
        accept().then(() => done(), done);
      },
      disableReverseLookup: true,
      closeTimeout: 1000,
      onData: (stream, session, done) => {
        if (this.cutsContent) return this.cut();
        const accept = async () => {
          const mail = await PostalMime.parse(await buffer(stream));
          const received = { ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) };
          await this.onMail(received);
          this.keep(received);
        };
        accept().then(() => done(null), done);
      },
    });
    // A client that disconnects belongs to the test, and is no error of this server.
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket.on('close', () => this.sockets.delete(socket)));
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server.server, 'listening');
    this.port = (this.server.server.address() as AddressInfo).port;
    return this;
  }

  /** Resolves when this many mails have been accepted since the first start. */
  async received(count: number): Promise<ReceivedMail[]> {
    await this.until(() => this.mails.length >= count);
    return [...this.mails];
  }

  /** Resolves with the mail that contains this text, or has it in its subject. */
  async mailWith(text: string): Promise<ReceivedMail> {
    const find = () => this.mails.find((mail) => `${mail.subject}\n${mail.text}`.includes(text));
    await this.until(() => find() !== undefined);
    return find() as ReceivedMail;
  }

  /** Drops every connection immediately. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(resolve) : resolve()));
    this.server = undefined;
  }

  private keep(mail: ReceivedMail): void {
    this.mails.push(mail);
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  private async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

/** The URL of a mail server that does not exist. */
export async function nobody(): Promise<string> {
  return `smtp://127.0.0.1:${await freePort()}`;
}

/** A mail server that closes every connection. */
export async function hangingUp(): Promise<string> {
  const server = createServer((socket) => socket.destroy())
    .listen(0, '127.0.0.1')
    .unref();
  await once(server, 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
