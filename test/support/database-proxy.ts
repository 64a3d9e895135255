import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';

/** PostgreSQL's answer to COMMIT. */
const COMMITTED = commandComplete('COMMIT');
const ROLLED_BACK = commandComplete('ROLLBACK');

/** PostgreSQL's message that a session is ready, outside of a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Part of a statement that writes the journal: the name of a prepared statement, or its text. */
const WRITES_JOURNAL = /record_calls|INTO journal_entry/;

/** Encodes a simple query in PostgreSQL's protocol. */
function queryMessage(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.from('Q____');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

/** `FATAL` ends the session, `ERROR` only the transaction. */
type Severity = 'ERROR' | 'FATAL';

/** Encodes an error; if the session stays, with the message that it is ready. The server may translate the severity. */
function errorMessage(code: string, message: string, severity: Severity): Buffer {
  const fields = Buffer.from(
    `S${severity === 'FATAL' ? 'KATASTROFALNY' : 'BŁĄD'}\0V${severity}\0C${code}\0M${message}\0\0`,
  );
  const head = Buffer.from('E____');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields, ...(severity === 'ERROR' ? [READY] : [])]);
}

/** A proxy between the service and PostgreSQL that simulates outages of the database. */
export class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private target = new URL('postgresql://localhost');
  private away = false;
  private frozen = false;
  private cutCommit = false;
  private failingCommit: { answer: Buffer; isDone: boolean; severity: Severity } | undefined;
  private onHeldCommit: ((letThrough: () => void) => void) | undefined;
  private readonly silent = new Set<Socket>();
  private onCut = () => {};
  /** The traffic of each connection, one text for each round trip. */
  private readonly roundTrips: string[][] = [];

  private constructor(private readonly server: Server) {
    server.on('connection', (client) => this.forward(client));
  }

  static async start(): Promise<DatabaseProxy> {
    const server = createServer({ noDelay: true });
    const proxy = new DatabaseProxy(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** The URL of a database, through this proxy. */
  before(url: string): string {
    this.target = new URL(url);
    const proxied = new URL(url);
    proxied.hostname = '127.0.0.1';
    proxied.port = String((this.server.address() as AddressInfo).port);
    return proxied.href;
  }

  /** Cuts every connection, and refuses new ones until `comeBack`. */
  goAway(): void {
    this.away = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Stops all traffic on open connections, like an interrupted network. */
  fallSilent(): void {
    for (const socket of this.sockets) this.silent.add(socket);
  }

  /** Accepts connections but answers nothing until `comeBack`, like a host whose processes are stopped. */
  freeze(): void {
    this.frozen = true;
    this.fallSilent();
  }

  /** Ends silent connections, and lets everything through again. */
  comeBack(): void {
    this.away = false;
    this.frozen = false;
    for (const socket of this.silent) socket.destroy();
  }

  /** Holds back the next COMMIT of a call. Resolves when it has arrived, with the function that lets it through. */
  holdNextCommit(): Promise<() => void> {
    return new Promise((resolve) => (this.onHeldCommit = resolve));
  }

  /**
   * Lets the next COMMIT of a call through, swallows its answer and goes away. Resolves when that has happened. Background
   * jobs, which write no journal, commit as usual.
   */
  loseNextCommit(): Promise<void> {
    this.cutCommit = true;
    return new Promise((resolve) => (this.onCut = resolve));
  }

  /**
   * Answers the next COMMIT of a call with an error, like a cluster that has lost a worker. The transaction was committed
   * or rolled back. With `FATAL`, the session ends.
   */
  failNextCommit(
    outcome: 'committed' | 'rolledBack',
    code: string,
    message: string,
    severity: Severity = 'ERROR',
  ): void {
    const answer = errorMessage(code, message, severity);
    this.failingCommit = { answer, isDone: outcome === 'committed', severity };
  }

  /** Whether the COMMIT that fails has arrived. */
  get hasFailedCommit(): boolean {
    return this.failingCommit === undefined;
  }

  /** Records the traffic from now on: a text for each round trip of each connection, including later ones. */
  recordRoundTrips(): string[][] {
    for (const ofConnection of this.roundTrips) ofConnection.length = 0;
    return this.roundTrips;
  }

  async stop(): Promise<void> {
    this.goAway();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.away) return void client.destroy();
    if (this.frozen) this.silent.add(client);
    const { hostname, port } = this.target;
    const database = connect({ host: hostname, port: Number(port || 5432), noDelay: true });
    let committing = false;
    let failing: { answer: Buffer; severity: Severity } | undefined;
    const roundTrips: string[] = [];
    let transaction = '';
    let isAnswered = true;
    this.roundTrips.push(roundTrips);
    database.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => database.destroy());
    client.on('data', (bytes) => {
      if (this.silent.has(client)) return;
      const sentBefore = isAnswered ? '' : (roundTrips.pop() ?? '');
      const text = bytes.toString('latin1');
      roundTrips.push(sentBefore + text);
      isAnswered = false;
      transaction = text.includes('BEGIN') ? text : transaction + text;
      const isOfCall = () => WRITES_JOURNAL.test(transaction);
      if (this.onHeldCommit && isOfCall() && text.includes('COMMIT')) {
        this.onHeldCommit(() => database.write(bytes));
        this.onHeldCommit = undefined;
        return;
      }
      if (this.cutCommit && isOfCall() && text.includes('COMMIT')) {
        this.cutCommit = false;
        committing = true;
      }
      const commit = queryMessage('COMMIT');
      // COMMIT may arrive together with the statements before it.
      const before = bytes.length - commit.length;
      if (!this.failingCommit || before < 0 || !isOfCall() || !bytes.subarray(before).equals(commit))
        return void database.write(bytes);
      failing = this.failingCommit;
      database.write(bytes.subarray(0, before));
      database.write(this.failingCommit.isDone ? commit : queryMessage('ROLLBACK'));
      this.failingCommit = undefined;
    });
    database.on('data', (bytes) => {
      isAnswered = true;
      const answerOfCommit = failing ? Math.max(bytes.indexOf(COMMITTED), bytes.indexOf(ROLLED_BACK)) : -1;
      if (failing && answerOfCommit >= 0) {
        client.write(bytes.subarray(0, answerOfCommit));
        client.write(failing.answer);
        if (failing.severity === 'FATAL') client.end();
        failing = undefined;
        return;
      }
      // The statements before the COMMIT may be answered first.
      if (!committing || !bytes.includes(COMMITTED)) return void client.write(bytes);
      this.goAway();
      this.onCut();
    });
    for (const socket of [client, database]) {
      this.sockets.add(socket);
      socket.on('close', () => {
        this.sockets.delete(socket);
        this.silent.delete(socket);
      });
    }
  }
}

function commandComplete(tag: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + tag.length + 1);
  return Buffer.concat([Buffer.from('C'), length, Buffer.from(`${tag}\0`)]);
}
