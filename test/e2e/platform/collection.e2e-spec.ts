import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const FILE = 'docs/collections/channel-manager-intake.postman_collection.json';

interface Item {
  name: string;
  request: {
    method: string;
    auth?: { type: string };
    header: { key: string; value: string }[];
    body?: { raw: string };
    url: {
      raw: string;
      path: string[];
      variable?: { key: string; value: string }[];
      query?: { key: string; disabled?: boolean }[];
    };
  };
}
interface Collection {
  variable: { key: string; value: string }[];
  item: { name: string; item: Item[] }[];
}

/** The collection for people who try the service in a client. */
const collection = JSON.parse(readFileSync(FILE, 'utf8')) as Collection;
const items = collection.item.flatMap(({ item }) => item);

describe('the collection of requests', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start({ settings: { DEMO_DATA: 'true' } })));
  afterAll(() => service.stop());

  /** Builds the URL of a request like a client. */
  const urlOf = ({ raw, variable = [] }: Item['request']['url']) =>
    variable.reduce((url, { key, value }) => url.replace(`/:${key}`, `/${value}`), raw);

  it('The collection has the requests of the API file', () => {
    execFileSync(process.execPath, ['test/support/generate-collection.mjs', '--check']);
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const operations = Object.values(paths).flatMap((item) => Object.keys(item));
    expect(items).toHaveLength(operations.length);
    expect(collection.variable.map(({ key }) => key)).toEqual(['url', 'token']);
  });

  /** Creates the record that a request is about, because the service makes its id. @returns the id */
  const idFor = async (url: string): Promise<string> => {
    const create = async <T>(path: string, body: object) =>
      (await service.admin<T>('POST', path, body)).body as T & { id: string };
    if (url.startsWith('/admin/closures/')) {
      const dates = { from: '2026-12-01', to: '2026-12-02' };
      return (await create('/closures', { roomId: '1', ...dates, reason: 'Fair' })).id;
    }
    if (url.startsWith('/admin/accessTokens/'))
      return (await create('/accessTokens', { name: `Token for ${url}`, scopes: ['push'] })).id;
    if (url.startsWith('/admin/sandboxes/')) return (await create('/sandboxes', { name: 'Sender' })).id;
    if (url.startsWith('/admin/notifications/')) {
      await service.post('/updateCalendarInventory?roomId=1', []);
      const list = async () =>
        (await service.admin<{ items: { id: string }[] }>('GET', '/notifications')).body.items;
      await until(async () => (await list()).length > 0);
      return (await list())[0]?.id ?? '';
    }
    const { headers } = await service.pushInventory('1', [{ date: '2026-12-01', inventoryNumber: 1 }]);
    const requestId = headers.get('x-request-id') ?? '';
    if (!url.startsWith('/admin/journal/undo/')) return requestId;
    return (await create<{ undoId: string }>(`/journal/${requestId}/undo`, {})).undoId;
  };

  it('Each request of the collection works', async () => {
    const found: unknown[] = [];
    const sandbox = (await service.admin<{ token: string }>('POST', '/sandboxes', { name: 'Sender' })).body;
    // The other requests need the records that these requests delete.
    const last = (item: Item) => (item.request.method === 'DELETE' ? 1 : 0);
    for (const { name, request } of items.toSorted((one, other) => last(one) - last(other))) {
      const pattern = urlOf(request.url).replace('{{url}}', '');
      const url = pattern.includes('<id>') ? pattern.replace('<id>', await idFor(pattern)) : pattern;
      const end = new AbortController();
      const answer = await fetch(service.url + encodeURI(url), {
        method: request.method,
        headers: {
          authorization: `Bearer ${url === '/conformance' ? sandbox.token : service.token}`,
          ...Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
          ...(request.auth?.type === 'noauth' && { authorization: '' }),
        },
        body: request.body?.raw,
        signal: end.signal,
      });
      // The stream of changes has no end.
      if (url.startsWith('/changes/stream')) end.abort();
      else await answer.arrayBuffer();
      // Without the name of the record, the answer says what would be deleted.
      const isUnconfirmed =
        request.url.query?.some(({ key, disabled }) => key === 'confirm' && disabled) ?? false;
      const expected = isUnconfirmed ? [400] : [200, 201, 202, 204];
      if (!expected.includes(answer.status)) found.push({ name, url, status: answer.status });
    }
    expect(found).toEqual([]);
  });
});
