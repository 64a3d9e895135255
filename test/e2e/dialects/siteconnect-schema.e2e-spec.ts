import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestService } from '../../support/service';
import {
  availability,
  control,
  createHotel,
  envelope,
  hotelRequest,
  ota,
  rate,
  rates,
  roomsLeft,
  securityHeader,
  sendMessage,
  sendXml,
} from '../../support/siteconnect';

const run = promisify(execFile);
/** A folder with the schema of OTA, for example OTA_HotelAvailRS.xsd. It is not a part of the project. */
const SCHEMAS = process.env['OTA_SCHEMA_FOLDER'];

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
const itWithXmllint = hasXmllint ? it : it.skip;
const itWithSchemas = hasXmllint && SCHEMAS ? it : it.skip;
if (!hasXmllint)
  console.log('xmllint is not installed: it does not check the answers. apt-get install libxml2-utils');
if (!SCHEMAS) console.log('OTA_SCHEMA_FOLDER is not set: the schema of OTA does not check the answers');

describe('the answers of SiteConnect', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await TestService.start();
    folder = await mkdtemp(join(tmpdir(), 'channel-manager-intake-xml-'));
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  /** One answer of each kind. */
  const answers = async () => {
    const { code, room, plan } = await createHotel(service);
    const ignored = `<AvailStatusMessage BookingLimit="1">${control({ room })}<HurdleRate/></AvailStatusMessage>`;
    const messages = [
      availability(code, ignored),
      availability(code, roomsLeft({ room: '&lt;x' }, -1)),
      rates(code, rate({ room, plan }, 1)),
      rates('&lt;&amp;&quot;&#9;é', rate({ room, plan }, 1)),
      hotelRequest(code),
      hotelRequest('None'),
      ota('OTA_PingRQ', '<EchoData>]]&gt;</EchoData>'),
      ota('OTA_HotelResNotifRQ', ''),
    ].map((message) => envelope(securityHeader(service.token), message));
    return Promise.all([...messages, '<a>&b;</a>', envelope('', '')].map((body) => sendXml(service, body)));
  };

  itWithXmllint('The answers of SiteConnect are well-formed for xmllint', async () => {
    const files = await Promise.all(
      (await answers()).map(async ({ text }, index) => {
        const file = join(folder, `${index}.xml`);
        await writeFile(file, text);
        return file;
      }),
    );
    await expect(run('xmllint', ['--noout', ...files])).resolves.toMatchObject({ stderr: '' });
  });

  itWithSchemas('The answers of SiteConnect are valid against the schema of OTA', async () => {
    const invalid: string[] = [];
    const checked = new Set<string>();
    for (const [index, { text }] of (await answers()).entries()) {
      const [, content = '', name = ''] = /<soap:Body>(<(OTA_\w+).*)<\/soap:Body>/.exec(text) ?? [];
      if (name === '' || name === 'OTA_PingRS' || name === 'OTA_HotelResNotifRS') continue;
      const file = join(folder, `valid-${index}.xml`);
      await writeFile(file, content);
      const schema = join(SCHEMAS ?? '', `${name}.xsd`);
      await run('xmllint', ['--noout', '--schema', schema, file]).then(
        () => checked.add(name),
        (error: unknown) => invalid.push(`${String(error)}\n${content}`),
      );
    }
    expect(invalid).toEqual([]);
    expect([...checked].sort()).toEqual([
      'OTA_HotelAvailNotifRS',
      'OTA_HotelAvailRS',
      'OTA_HotelRateAmountNotifRS',
    ]);
  });

  it('The answer to two years of prices comes before the sender gives up after 20 seconds', async () => {
    const { code, room, plan } = await createHotel(service);
    const from = Date.parse('2026-12-01');
    const dates = Array.from({ length: 730 }, (_, day) =>
      new Date(from + day * 86_400_000).toISOString().slice(0, 10),
    );
    const message = (price: number) =>
      rates(
        code,
        dates.map((date) => rate({ room, plan, from: date }, price)).join(''),
        `EchoToken="${price}"`,
      );
    await sendMessage(service, message(100));
    const start = performance.now();
    expect((await sendMessage(service, message(101))).text).toContain('<Success/>');
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(Object.keys(await service.records.prices(plan))).toHaveLength(730);
  });
});
