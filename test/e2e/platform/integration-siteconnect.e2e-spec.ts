import { readFileSync } from 'node:fs';
import { TestService } from '../../support/service';
import { envelope, securityHeader, sendXml } from '../../support/siteconnect';

const DOCUMENT = readFileSync('docs/integration-siteconnect.md', 'utf8');
const SAMPLES = [...DOCUMENT.matchAll(/^```xml request\n([^]*?)^```\n\n```xml answer\n([^]*?)^```$/gm)].map(
  ([, request = '', answer = '']) => ({ request, answer }),
);

/** XML without indentation. */
const compact = (xml: string) => xml.replace(/>\s+</g, '><').trim();
/** The OTA message of an envelope, or the whole text if it is no envelope. */
const contentOf = (xml: string) => /<soap:Body>(.*)<\/soap:Body>/.exec(compact(xml))?.[1] ?? compact(xml);

describe('the document for SiteMinder', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
    await service.dataSource.query(
      `INSERT INTO room (id, name, property_name, property_code) VALUES (1, 'Double', 'Hotel Bar', 'H1')`,
    );
    await service.dataSource.query(
      `INSERT INTO rate_plan (id, room_id, name, currency) VALUES (12, 1, 'Flexible', 'EUR')`,
    );
  });
  afterAll(() => service.stop());

  it('The SiteConnect document has a sample for each message, and a sample for an error', () => {
    expect(SAMPLES.map(({ request }) => /<(OTA_\w+)/.exec(request)?.[1])).toEqual([
      'OTA_PingRQ',
      'OTA_HotelAvailRQ',
      'OTA_HotelAvailNotifRQ',
      'OTA_HotelRateAmountNotifRQ',
      'OTA_HotelAvailNotifRQ',
    ]);
  });

  it("The SiteConnect document shows the service's answers to its samples, which set the described values", async () => {
    for (const { request, answer } of SAMPLES) {
      const message = request.includes('<soap:Envelope')
        ? request.replace('ACCESS_TOKEN', service.token)
        : envelope(securityHeader(service.token), request);
      const { status, text } = await sendXml(service, message);
      expect(status).toBe(200);
      expect(contentOf(text)).toBe(contentOf(answer));
    }
    expect(await service.records.availability('1')).toMatchObject({ '2026-12-26': [10, 0] });
    expect(await service.records.prices('12')).toMatchObject({ '2026-12-26': '200.0000' });
    expect(await service.records.restrictions('12')).toMatchObject({
      '2026-12-24': { closedToArrival: true, minStayArrival: 2 },
    });
  });
});
