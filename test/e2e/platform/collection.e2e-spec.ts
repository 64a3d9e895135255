import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { TestService } from '../../support/service';

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

  it('Each request of the collection works, except for those about records that the service names', async () => {
    const found: unknown[] = [];
    // The other requests need the records that these requests delete.
    const last = (item: Item) => (item.request.method === 'DELETE' ? 1 : 0);
    for (const { name, request } of items.toSorted((one, other) => last(one) - last(other))) {
      const url = urlOf(request.url).replace('{{url}}', '');
      if (url.startsWith('/changes/stream')) continue; // The stream has no end.
      const needsId = url.includes('<id>');
      const sandboxOnly = url === '/conformance';
      const { status } = await service.call(encodeURI(url), {
        method: request.method,
        headers: {
          ...Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
          ...(request.auth?.type === 'noauth' && { authorization: '' }),
        },
        ...(request.body && { body: request.body.raw }),
      });
      // Without the name of the record, the answer says what would be deleted.
      const isUnconfirmed =
        request.url.query?.some(({ key, disabled }) => key === 'confirm' && disabled) ?? false;
      const expected = needsId || isUnconfirmed ? [400] : sandboxOnly ? [403] : [200, 201, 204];
      if (!expected.includes(status)) found.push({ name, url, status });
    }
    expect(found).toEqual([]);
  });
});
