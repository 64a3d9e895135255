import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Eight hostile readers and eight hostile senders, in a process of their own so that they take no time from the pushes
 * that a test measures: `node hostile-calls.mjs <url> <token> <hotel as JSON>`. On a message it stops, and sends how
 * many calls were answered, by status.
 */
const [url, token, hotel] = process.argv.slice(2);
const { rooms, derived } = JSON.parse(hotel);
const agent = new Agent({ keepAlive: true });
const answers = {};
let isStopped = false;
process.once('message', () => (isStopped = true));

const DAY_MS = 86_400_000;
const dateIn = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the calls that each reader repeats. Together they read all kinds of data. */
function readers() {
  const calendars = rooms.map(({ id }) => ({
    path: `/admin/rooms/${id}/calendar?from=${dateIn(0)}&to=${dateIn(729)}`,
  }));
  const journal = [
    { path: '/admin/journal?limit=200' },
    { path: '/admin/journal?limit=200&outcome=applied' },
  ];
  const docs = ['/docs-json', '/docs', '/docs/swagger-ui-init.js', '/docs/swagger-ui-bundle.js'];
  return [
    calendars,
    calendars.toReversed(),
    calendars.map(({ path }) => ({ path: `${path}&at=${new Date().toISOString()}` })),
    journal,
    journal.toReversed(),
    derived.map(({ id }) => ({ path: `/admin/ratePlans/${id}/prices/${dateIn(1)}` })),
    docs.map((path) => ({ path, bearer: 'none' })),
    [{ path: '/admin/rooms?limit=200' }],
  ];
}

const MIB = 1024 * 1024;
const times = (text, bytes) => Buffer.from(text.repeat(Math.floor(bytes / text.length)));
const BODIES = [
  times('[', MIB),
  Buffer.concat([times('[', MIB / 2), times(']', MIB / 2)]),
  Buffer.concat([Buffer.from('['), times('1.5e1,', MIB - 8), Buffer.from('1]')]),
  times('7', MIB),
  times('{"a":', MIB),
  Buffer.from('[{"date":"2026-12-01","price":1},'),
];
const RECORD = [Buffer.from('[{"date":"2099-01-01","price":1,"inventoryNumber":1}]')];

/**
 * Returns the calls of the senders, whose bodies, tokens, rooms and ids are wrong. The eighth sender is `sendSlowly`.
 */
function senders() {
  const [{ id: roomId, ratePlanId }] = rooms;
  const prices = `/updateCalendarPrices?roomId=${roomId}&ratePlanId=${ratePlanId}`;
  const post = (path, bodies, bearer) => bodies.map((body) => ({ method: 'POST', path, body, bearer }));
  const ids = Array.from({ length: 700 }, (_, n) => 900_000_000 + n);
  return [
    post(prices, BODIES),
    post(`/updateCalendarInventory?roomId=${roomId}`, BODIES),
    post('/roomEditChannelManager', BODIES),
    post('/admin/rooms', BODIES),
    ids.flatMap((id) => post(prices, RECORD, `made-up-token-${id}`)),
    ids.flatMap((id) => post(`/updateCalendarPrices?roomId=${id}&ratePlanId=${id}`, RECORD)),
    [
      ...post(`/updateCalendarPrices?roomId=${ids.join()}&ratePlanId=1`, RECORD),
      ...post(`/updateCalendarPrices?${ids.map((id) => `roomId=${id}`).join('&')}`, RECORD),
      { path: `/admin/rooms?cursor=${'9'.repeat(7_000)}` },
    ],
  ];
}

/** Makes the calls of a list one after the other, again and again. */
async function callAll(list) {
  for (let n = 0; !isStopped; n++) {
    const status = await call(list[n % list.length]);
    answers[status] = (answers[status] ?? 0) + 1;
  }
}

function call({ path, method = 'GET', bearer = token, body }) {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const sent = request(url + path, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.on('close', () => resolve(answer.statusCode));
    });
    // The service may have closed the connection before it read the body.
    sent.on('error', () => resolve('none'));
    sent.end(body);
  });
}

/** Sends a body with one byte a second. */
async function sendSlowly() {
  const { hostname, port } = new URL(url);
  while (!isStopped) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => socket.destroy());
    socket.resume();
    socket.write(
      `POST /updateCalendarInventory?roomId=1 HTTP/1.1\r\nHost: hotel\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n[',
    );
    while (!isStopped && !socket.destroyed) {
      socket.write(' ');
      await delay(1_000);
    }
    socket.destroy();
  }
}

const slow = Array.from({ length: 100 }, sendSlowly);
await Promise.all([...[...readers(), ...senders()].map(callAll), ...slow]);
agent.destroy();
process.send(answers);
process.disconnect();
