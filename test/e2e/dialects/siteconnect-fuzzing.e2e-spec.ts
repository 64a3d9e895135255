import { XmlReader } from '../../../src/dialects/siteconnect/xml-reader';
import type { MessageFormat } from '../../support/message-fuzzing';
import { fuzzMessages, FUZZ_TIME_LIMIT } from '../../support/message-fuzzing';
import { TestService } from '../../support/service';
import type { HotelOfTest } from '../../support/siteconnect';
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
  sendXml,
} from '../../support/siteconnect';

const XML: MessageFormat = {
  value: { pattern: /="[^"]*"/, write: (snippet) => `="${snippet}"` },
  name: { pattern: /[A-Z]\w+/, write: (snippet) => snippet },
  snippets: [
    ...[
      '<',
      '>',
      '&',
      '"',
      "'",
      '/>',
      '</',
      ']]>',
      '<![CDATA[',
      '<!--',
      '-->',
      '<?a?>',
      '<!DOCTYPE a>',
      '<a>',
    ],
    ...[
      '&lt;',
      '&#0;',
      '&#x10FFFF;',
      '&nbsp;',
      '&constructor;',
      '\0',
      '\uFFFE',
      '\uD83D\uDE00',
      '\u202E',
      '\r\n',
    ],
    ...[' xmlns="urn:x"', ' xmlns:b="urn:b"', 'b:', ' HotelCode="None"', ' constructor="1"', '__proto__'],
    ...[
      '',
      ' ',
      '0',
      '-1',
      '1.5',
      '1e3',
      '99999999999999999999',
      '2026-02-30',
      '2026-12-31',
      '0000-01-01',
      '9999-12-31',
    ],
    ...[
      'Close',
      'Arrival',
      'SetMaxLOS',
      'USD',
      'OTA_PingRQ',
      '</soap:Body>',
      '<soap:Body/>',
      'x'.repeat(70_000),
    ],
  ],
};

describe('mutated messages of SiteConnect', () => {
  let service: TestService;
  let hotel: HotelOfTest;
  beforeAll(async () => {
    service = await TestService.start({ settings: { LATE_ARRIVAL_SECONDS: '0' } });
    hotel = await createHotel(service);
  });
  afterAll(() => service.stop());

  it(
    'A mutated message never makes the service fail, and is applied as a whole or not at all',
    async () => {
      const { code, room, plan } = hotel;
      const dates = { from: '2026-12-24', to: '2026-12-26' };
      const bodies = [
        availability(
          code,
          roomsLeft({ room, plan, ...dates }, 3) +
            `<AvailStatusMessage>${control({ room, plan })}<RestrictionStatus Restriction="Arrival" Status="Close"/>` +
            '<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="2"/></LengthsOfStay></AvailStatusMessage>' +
            roomsLeft({ room }, 4),
        ),
        rates(code, rate({ room, plan, ...dates }, '100.10', 'CurrencyCode="EUR"') + rate({ room, plan }, 7)),
        hotelRequest(code),
        ota('OTA_PingRQ', '<EchoData>é</EchoData>'),
      ].map((message) => {
        const body = envelope(securityHeader(service.token), message);
        return { body, start: body.indexOf('<soap:Body>') };
      });
      const outcomes = await fuzzMessages(service, XML, bodies, async (message) => {
        const { status, text, headers } = await sendXml(service, message);
        expect([200, 400, 429]).toContain(status);
        expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
        const reader = new XmlReader({
          open: () => undefined,
          text: () => undefined,
          close: () => undefined,
        });
        reader.write(Buffer.from(text));
        reader.end();
        const outcome = `${status} ${/<Success|Code="\d+"|<faultcode>/.exec(text)?.[0]}`;
        return { outcome, isApplied: text.includes('<Success') };
      });
      // The mutations reach successes, errors about the content, and faults.
      expect(Object.keys(outcomes)).toEqual(
        expect.arrayContaining(['200 <Success', '200 Code="450"', '400 <faultcode>']),
      );
    },
    FUZZ_TIME_LIMIT,
  );
});
