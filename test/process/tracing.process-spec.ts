import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestDatabase } from '../support/database';
import { createDatabase } from '../support/database';
import { ServiceProcess, TOKEN } from '../support/service-process';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

/** The built service, with the variables that switch OpenTelemetry on. */
describe('a service with an OpenTelemetry collector', () => {
  let database: TestDatabase;
  let collector: Server;
  let received: { path?: string; contentType?: string; body: Buffer }[];
  let endpoint: string;

  beforeAll(async () => {
    database = await createDatabase();
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const contentType = request.headers['content-type'];
        received.push({ path: request.url, contentType, body: Buffer.concat(chunks) });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  });
  beforeEach(() => (received = []));
  afterAll(async () => {
    collector.close();
    await database.drop();
  });

  const start = (settings: Record<string, string | undefined>) =>
    ServiceProcess.start({ DATABASE_URL: database.url, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings });
  const push = (service: ServiceProcess) =>
    fetch(`${service.url}/updateCalendarInventory?roomId=1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        traceparent: `00-${TRACE}-${SPAN}-01`,
      },
    });

  it("The service sends a span for each call, in the caller's trace, and the last ones when it stops", async () => {
    const service = await start({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial' });
    const requestId = (await push(service)).headers.get('x-request-id') ?? '';
    await service.call('/health/live');
    expect(await service.terminate()).toBe(0);
    // Spans of one call may come in two parts, because the service sends them every 5 s.
    expect(received.length).toBeGreaterThan(0);
    for (const { path, contentType } of received)
      expect({ path, contentType }).toEqual({ path: '/v1/traces', contentType: 'application/x-protobuf' });
    const body = Buffer.concat(received.map((part) => part.body));
    const words = [
      'channel-manager-intake',
      'trial',
      'POST /updateCalendarInventory',
      requestId,
      'emptyList',
    ];
    for (const word of words) expect(body.includes(word)).toBe(true);
    for (const id of [TRACE, SPAN]) expect(body.includes(Buffer.from(id, 'hex'))).toBe(true);
    expect(body.includes('/health/live')).toBe(false);
  });

  it('The service takes its name from OTEL_SERVICE_NAME, and sends only what OTEL_TRACES_SAMPLER selects', async () => {
    const named = await start({ OTEL_SERVICE_NAME: 'intake-1' });
    await push(named);
    await named.terminate();
    expect(received.length).toBeGreaterThan(0);
    for (const { body } of received) expect(body.includes('intake-1')).toBe(true);
    received = [];
    const silent = await start({ OTEL_TRACES_SAMPLER: 'always_off' });
    await push(silent);
    await silent.terminate();
    expect(received).toEqual([]);
  });

  it('The service sends nothing if OTEL_SDK_DISABLED or OTEL_TRACES_EXPORTER says so', async () => {
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
      const service = await start(off);
      expect((await push(service)).status).toBe(200);
      await service.terminate();
    }
    expect(received).toEqual([]);
  });

  it('The service answers and stops in time if the collector does not answer', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '50000',
      OTEL_BSP_EXPORT_TIMEOUT: '50000',
    });
    expect((await push(service)).status).toBe(200);
    const since = performance.now();
    expect(await service.terminate()).toBe(0);
    // Without a limit, the stop would take 50 s.
    expect(performance.now() - since).toBeLessThan(25_000);
    silent.close();
  });

  it('The service answers and stops if the collector is away', async () => {
    const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await push(service)).status).toBe(200);
    expect(await service.terminate()).toBe(0);
  });
});
