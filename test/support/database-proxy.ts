import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';

/** The message that ends a transaction. */
const COMMIT = queryMessage('COMMIT');
/** PostgreSQL's answers to it. */
const COMMITTED = commandComplete('COMMIT');
const ROLLED_BACK = commandComplete('ROLLBACK');

/** PostgreSQL's message that a session is ready, outside of a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Part of a statement that writes the journal: the name of a prepared statement, or its text. */
const WRITES_JOURNAL = /record_calls|INTO journal_entry/;

/** Replaces how a COMMIT is sent and answered. */
interface CommitAction {
  /** Sends the COMMIT, or something else instead. */
  send: (database: Socket) => void;
  /** Replaces PostgreSQL's answer. */
  answer?: (client: Socket) => void;
}

/** Encodes a simple query in PostgreSQL's protocol. */
function queryMessage(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.from('Q____');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

/** `FATAL` ends the session, `ERROR` only the transaction. */
type Severity = 'ERROR' | 'FATAL';

/**
 * Encodes an error. If the session continues, the message that it is ready follows the error. The server may translate the
 * severity.
 */
function errorMessage(code: string, message: string, severity: Severity): Buffer {
  const fields = Buffer.from(
    `S${severity === 'FATAL' ? 'KATASTROFALNY' : 'BŁĄD'}\0V${severity}\0C${code}\0M${message}\0\0`,
  );
  const head = Buffer.from('E____');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields, ...(severity === 'ERROR' ? [READY] : [])]);
}

/** Answers with an error. `FATAL` also closes the connection. */
function fail(client: Socket, code: string, message: string, severity: Severity): void {
  client.write(errorMessage(code, message, severity));
  if (severity === 'FATAL') client.end();
}

/** A proxy between the service and PostgreSQL that simulates outages of the database. */
export class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private target = new URL('postgresql://localhost');
  private away = false;
  private frozen = false;
  /** Applies to the next COMMIT of a call. Background jobs, which write no journal, commit as usual. */
  private commitAction: CommitAction | undefined;
  private readonly silent = new Set<Socket>();
  /** Connections whose sessions have ended. The client notices that with its next statement. */
  private readonly ended = new Set<Socket>();
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
    return new Promise((resolve) => {
      this.commitAction = { send: (database) => resolve(() => database.write(COMMIT)) };
    });
  }

  /** Lets the next COMMIT of a call through, swallows its answer and goes away. Resolves when that has happened. */
  loseNextCommit(): Promise<void> {
    return new Promise((resolve) => {
      this.commitAction = {
        send: (database) => database.write(COMMIT),
        answer: () => {
          this.goAway();
          resolve();
        },
      };
    });
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
    this.commitAction = {
      send: (database) => database.write(outcome === 'committed' ? COMMIT : queryMessage('ROLLBACK')),
      answer: (client) => fail(client, code, message, severity),
    };
  }

  /** Ends every session, like a server that ends idle sessions. The clients notice it with their next statements. */
  endSessions(): void {
    for (const socket of this.sockets) this.ended.add(socket);
  }

  /** Whether the COMMIT that the test fails, holds or loses has arrived. */
  get hasHandledCommit(): boolean {
    return this.commitAction === undefined;
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
    let answer: CommitAction['answer'];
    const roundTrips: string[] = [];
    let transaction = '';
    let isAnswered = true;
    this.roundTrips.push(roundTrips);
    database.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => database.destroy());
    client.on('data', (bytes) => {
      if (this.silent.has(client)) return;
      if (this.ended.has(client)) return fail(client, '57P05', 'The session was idle for too long', 'FATAL');
      const sentBefore = isAnswered ? '' : (roundTrips.pop() ?? '');
      const text = bytes.toString('latin1');
      roundTrips.push(sentBefore + text);
      isAnswered = false;
      transaction = text.includes('BEGIN') ? text : transaction + text;
      // COMMIT may arrive together with the statements before it.
      const isCommit = bytes.subarray(-COMMIT.length).equals(COMMIT);
      if (!this.commitAction || !isCommit || !WRITES_JOURNAL.test(transaction))
        return void database.write(bytes);
      const action = this.commitAction;
      this.commitAction = undefined;
      answer = action.answer;
      database.write(bytes.subarray(0, -COMMIT.length));
      action.send(database);
    });
    database.on('data', (bytes) => {
      isAnswered = true;
      // The statements before the COMMIT may be answered first.
      const answerOfCommit = answer ? Math.max(bytes.indexOf(COMMITTED), bytes.indexOf(ROLLED_BACK)) : -1;
      if (!answer || answerOfCommit < 0) return void client.write(bytes);
      client.write(bytes.subarray(0, answerOfCommit));
      answer(client);
      answer = undefined;
    });
    for (const socket of [client, database]) {
      this.sockets.add(socket);
      socket.on('close', () => {
        this.sockets.delete(socket);
        this.silent.delete(socket);
        this.ended.delete(socket);
      });
    }
  }
}

function commandComplete(tag: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + tag.length + 1);
  return Buffer.concat([Buffer.from('C'), length, Buffer.from(`${tag}\0`)]);
}
