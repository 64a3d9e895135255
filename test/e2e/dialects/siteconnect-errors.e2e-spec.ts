import { OverloadedError } from '../../../src/push/overloaded-error';
import { AdmissionControl } from '../../../src/push/admission/admission-control';
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
  sendMessage,
  sendXml,
  SOAP_1_2,
} from '../../support/siteconnect';
import { tableContents } from '../../support/table-contents';

const PING = ota('OTA_PingRQ', '<EchoData>a</EchoData>');

/** `Type Code text` of each error. */
const errorsOf = (text: string) =>
  [...text.matchAll(/<Error Type="(\d+)" Code="(\d+)"[^>]*>([^<]*)<\/Error>/g)].map(
    ([, type, code, words]) => `${type} ${code} ${words}`,
  );
const faultOf = (text: string) =>
  /<faultcode>([^<]*)<\/faultcode><faultstring>([^<]*)<\/faultstring>/.exec(text)?.slice(1) ?? text;

describe('errors of SiteConnect', () => {
  let service: TestService;
  let hotel: HotelOfTest;
  let other: HotelOfTest;
  beforeAll(async () => {
    service = await TestService.start();
    hotel = await createHotel(service);
    other = await createHotel(service, 'Other Hotel');
  });
  afterAll(() => service.stop());

  it.each<[string, string[], (own: HotelOfTest, foreign: HotelOfTest) => string]>([
    [
      'an unknown hotel',
      ['6 392 Hotel not found for HotelCode=None'],
      ({ room }) => availability('None', roomsLeft({ room }, 1)),
    ],
    [
      'a request about an unknown hotel',
      ['6 392 Hotel not found for HotelCode=None'],
      () => hotelRequest('None'),
    ],
    [
      'an unknown room',
      ['12 402 Room type code not found for this hotel'],
      ({ code }) => availability(code, roomsLeft({ room: '999' }, 1)),
    ],
    [
      'a room of another hotel',
      ['12 402 Room type code not found for this hotel'],
      ({ code }, { room }) => availability(code, roomsLeft({ room }, 1)),
    ],
    [
      'a code that is no id',
      ['12 402 Room type code not found for this hotel'],
      ({ code }) => availability(code, roomsLeft({ room: 'DBL' }, 1)),
    ],
    [
      'an unknown plan',
      ['12 249 Rate code not found for this hotel'],
      ({ code, room }) => rates(code, rate({ room, plan: '999' }, 1)),
    ],
    [
      'a plan that is no id',
      ['12 249 Rate code not found for this hotel'],
      ({ code, room }) => rates(code, rate({ room, plan: 'BAR' }, 1)),
    ],
    [
      'a missing field',
      ['10 321 AvailStatusMessage[1]/StatusApplicationControl is missing'],
      ({ code }) => availability(code, '<AvailStatusMessage BookingLimit="1"/>'),
    ],
    [
      'an invalid value',
      [
        '3 450 AvailStatusMessage[1]/@BookingLimit must be a whole number from 0 to 2147483647; got &#34;-1&#34;',
      ],
      ({ code, room }) => availability(code, roomsLeft({ room }, -1)),
    ],
    [
      'two problems',
      [
        '12 402 Room type code not found for this hotel',
        '3 450 AvailStatusMessage[2]/@BookingLimit must be a whole number from 0 to 2147483647; got &#34;&#34;',
      ],
      ({ code, room }) => availability(code, roomsLeft({ room: 'x' }, 1) + roomsLeft({ room }, '')),
    ],
    [
      'an unsupported message',
      ['3 450 OTA_HotelResNotifRQ is not supported'],
      () => ota('OTA_HotelResNotifRQ', '<POS/>'),
    ],
    [
      'a search for free rooms',
      [
        '3 450 OTA_HotelAvailRQ is only answered with AvailRatesOnly=&#34;true&#34;: the rooms and plans of a hotel',
      ],
      ({ code }) => hotelRequest(code, 'EchoToken="e1"'),
    ],
    [
      'too many dates',
      ['3 450 The message has more than 400000 numbers and restrictions of dates: send several messages'],
      ({ code, room }) => availability(code, roomsLeft({ room, to: '9999-12-31' }, 1)),
    ],
  ])('The answer to %s is a 200 with an error, and nothing changes', async (_, errors, message) => {
    const before = await tableContents(service.dataSource);
    const { status, text } = await sendMessage(service, message(hotel, other));
    expect([status, errorsOf(text)]).toEqual([200, errors]);
    expect(text).not.toContain('<Success');
    expect(text).toContain('EchoToken="e1"');
    expect(await tableContents(service.dataSource)).toEqual(before);
  });

  it('An error names a plan of another room', async () => {
    const { code, room } = hotel;
    const sister = await service.records.room();
    await service.dataSource.query('UPDATE room SET property_code = $2 WHERE id = $1', [sister, code]);
    const plan = await service.records.ratePlan(sister);
    const { text } = await sendMessage(service, rates(code, rate({ room, plan }, 1)));
    const error = '12 783 Combination of room code and rate code not found for this hotel';
    expect(errorsOf(text)).toEqual([error]);
    // Rooms left need no plan, but a plan that is named is checked.
    const left = await sendMessage(service, availability(code, roomsLeft({ room, plan }, 1)));
    expect(errorsOf(left.text)).toEqual([error]);
    expect(await service.records.availability(room)).toEqual({});
  });

  it('An error names a currency that is not that of the plan', async () => {
    const { code, room, plan } = hotel;
    const { text } = await sendMessage(service, rates(code, rate({ room, plan }, 1, 'CurrencyCode="XXX"')));
    expect(errorsOf(text)).toEqual([expect.stringMatching(/^3 450 The currency of rate plan/)]);
    expect(text).toContain('NodeList="RateAmountMessage[1]/Rates/Rate/BaseByGuestAmts/BaseByGuestAmt[1]"');
  });

  it('A message with one wrong part among 200 changes nothing, and the error names its place', async () => {
    const { code, room, plan } = hotel;
    const parts = Array.from({ length: 200 }, (_, index) =>
      roomsLeft({ room, plan: index === 136 ? '999' : plan, from: '2026-12-24' }, 1),
    );
    const before = await tableContents(service.dataSource);
    const { text } = await sendMessage(service, availability(code, parts.join('')));
    expect(errorsOf(text)).toEqual(['12 249 Rate code not found for this hotel']);
    expect(text).toContain('NodeList="AvailStatusMessage[137]"');
    expect(await tableContents(service.dataSource)).toEqual(before);
  });

  it('A refused message is in the journal, without the password', async () => {
    const { headers } = await sendMessage(service, availability('None', roomsLeft(hotel, 1)));
    const { body } = await service.admin('GET', `/journal/${headers.get('x-request-id')}`);
    expect(body).toMatchObject({ operation: 'siteconnectMessage', outcome: 'refused' });
    expect(JSON.stringify(body)).not.toContain(service.token);
  });

  it.each<[string, (token: string) => [string, Record<string, string>?]]>([
    ['no credentials', () => ['']],
    ['an unknown password', () => [securityHeader('x'.repeat(43))]],
    ['an empty password', () => [securityHeader('')]],
    ['a digest', (token) => [securityHeader(token, 'http://example.test/profile#PasswordDigest')]],
    ['the token as the user name', (token) => ['', { authorization: `Basic ${btoa(`${token}:`)}` }]],
    ['Basic without a colon', (token) => ['', { authorization: `Basic ${btoa(token)}` }]],
    ['a bearer token', (token) => ['', { authorization: `Bearer ${token}` }]],
    [
      'a wrong UsernameToken beside the right Basic',
      (token) => [securityHeader('x'), { authorization: `Basic ${btoa(`a:${token}`)}` }],
    ],
  ])('The answer to %s is the error 448', async (_, credentials) => {
    const [header, headers] = credentials(service.token);
    const { status, text } = await sendXml(service, envelope(header, PING), headers);
    expect([status, errorsOf(text)]).toEqual([200, ['4 448 Invalid Username and/or Password']]);
    expect(text).toContain('<OTA_PingRS ');
  });

  it('The answer to a wrong password is the error 448, whatever else is wrong with the message', async () => {
    for (const message of [hotelRequest('None', ''), availability('None', ''), ota('OTA_NoneRQ', '')]) {
      const { text } = await sendMessage(service, message, 'x'.repeat(43));
      expect(errorsOf(text)).toEqual(['4 448 Invalid Username and/or Password']);
    }
  });

  it('The answer to a token without the scope push, or a revoked one, is the error 448', async () => {
    const admin = await service.createToken('no pushes', ['admin', 'read']);
    const { text } = await sendMessage(service, PING, admin);
    expect(errorsOf(text)).toEqual(['4 448 The access token lacks the scope push']);

    const revoked = await service.createToken('revoked', ['push']);
    const message = availability(hotel.code, roomsLeft(hotel, 1));
    expect(errorsOf((await sendMessage(service, message, revoked)).text)).toEqual([]);
    await service.dataSource.query(`UPDATE access_token SET revoked_at = now() WHERE name = 'revoked'`);
    for (const later of [
      availability(hotel.code, roomsLeft(hotel, 7)),
      hotelRequest(hotel.code),
      PING,
      availability('None', ''),
    ])
      expect(errorsOf((await sendMessage(service, later, revoked)).text)).toEqual([
        '4 448 Invalid Username and/or Password',
      ]);
  });

  it('The answer to a token for another property is the error 392, also for reading and for an unknown hotel', async () => {
    const token = await service.createToken('limited', ['push'], { propertyNames: ['Other Hotel'] });
    const before = await tableContents(service.dataSource);
    const messages: [string, string][] = [
      [hotel.code, availability(hotel.code, roomsLeft(hotel, 3))],
      [hotel.code, hotelRequest(hotel.code)],
      ['None', hotelRequest('None')],
    ];
    for (const [code, message] of messages) {
      const { text } = await sendMessage(service, message, token);
      expect(errorsOf(text)).toEqual([`6 392 Hotel not found for HotelCode=${code}`]);
    }
    expect(await tableContents(service.dataSource)).toEqual(before);
    expect(errorsOf((await sendMessage(service, hotelRequest(other.code), token)).text)).toEqual([]);
  });

  it('The answer to a message that is not XML or not SOAP is a SOAP fault', async () => {
    const header = securityHeader(service.token);
    const cases: [string, string][] = [
      ['', 'The message cannot be read: line 1, column 0: document must contain a root element'],
      [envelope(header, PING.replace('</EchoData>', '')), 'unexpected close tag'],
      [envelope(header, '&nbsp;'), 'undefined entity'],
      [
        `<!DOCTYPE a>${envelope(header, PING)}`,
        'line 1, column 0: it has a document type, which is not allowed',
      ],
      ['<a/>', 'The first element must be the Envelope of SOAP, in the namespace'],
      [
        envelope(header, PING).replace('schemas.xmlsoap.org', 'example.test'),
        'The first element must be the Envelope of SOAP, in the namespace',
      ],
      [envelope(header, ''), 'The SOAP body has no message'],
      [envelope(header, '<OTA_PingRQ/>'), 'must be in the namespace'],
      [envelope(header, '<é xmlns="http://www.opentravel.org/OTA/2003/05"/>'), 'must be an OTA request'],
    ];
    for (const [body, problem] of cases) {
      const { status, text, headers } = await sendXml(service, body);
      expect([status, faultOf(text)]).toEqual([400, ['soap:Client', expect.stringContaining(problem)]]);
      expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
    }
  });

  it('The answer to another content type, another method or a large message is a SOAP fault', async () => {
    for (const type of ['application/json', 'text/xml; charset=iso-8859-1', 'text']) {
      const { status, text } = await sendXml(service, envelope('', PING), { 'content-type': type });
      expect([status, faultOf(text)]).toEqual([
        415,
        ['soap:Client', expect.stringContaining('must be text/xml')],
      ]);
    }
    const encoded = await sendXml(service, envelope('', PING), { 'content-encoding': 'gzip' });
    expect(encoded.status).toBe(415);
    const get = await service.call('/siteconnect');
    expect([get.status, get.headers.get('allow'), faultOf(get.text)]).toEqual([
      405,
      'POST',
      ['soap:Client', '/siteconnect takes POST, not GET'],
    ]);
    const large = envelope(securityHeader(service.token), PING + ' '.repeat(10 * 1024 * 1024));
    const { status, text } = await sendXml(service, large);
    expect([status, faultOf(text)]).toEqual([
      413,
      ['soap:Client', expect.stringContaining('10485760 bytes')],
    ]);
  });

  it('The answer to a wrong envelope of SOAP 1.2 is a fault of SOAP 1.2', async () => {
    const { status, text } = await sendXml(service, envelope(securityHeader(service.token), '', SOAP_1_2));
    expect(status).toBe(400);
    expect(text).toContain(`<soap:Envelope xmlns:soap="${SOAP_1_2}">`);
    expect(text).toContain('<soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code>');
    expect(text).toContain('<soap:Text xml:lang="en">The SOAP body has no message</soap:Text>');
  });

  it('An overloaded service answers a SOAP fault with Retry-After', async () => {
    const load = service.app.get(AdmissionControl);
    const assertCapacity = jest.spyOn(load, 'assertCapacity').mockImplementation(() => {
      throw new OverloadedError('full');
    });
    const answer = await sendMessage(service, availability(hotel.code, roomsLeft(hotel, 1)));
    assertCapacity.mockRestore();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(faultOf(answer.text)).toEqual(['soap:Server', expect.stringContaining('please call again')]);
  });

  it('An address that sends wrong credentials again and again is answered 429', async () => {
    const own = await service.startBeside({});
    const statuses = new Set<number>();
    for (let call = 0; call < 31; call++) statuses.add((await sendMessage(own, PING, 'wrong')).status);
    expect(statuses).toEqual(new Set([200, 429]));
    const { status, text, headers } = await sendMessage(own, PING, 'wrong');
    expect([status, faultOf(text)]).toEqual([
      429,
      ['soap:Client', expect.stringContaining('Too many calls')],
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await sendMessage(own, PING)).text).toContain('<Success/>');
  });

  it('An error repeats special characters of the message in escaped form', async () => {
    const { text } = await sendMessage(
      service,
      availability('&#10;"'.replace('"', '&quot;') + '&lt;x', control(hotel)),
    );
    expect(text).not.toContain('<x');
    expect(text).toContain('</soap:Envelope>');
  });
});
