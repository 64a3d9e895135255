import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { NOW, TestService } from '../../support/service';
import {
  addToHotel,
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

const DATES = { from: '2026-12-24', to: '2026-12-26' };

/** The answer to a successful message, with the content that follows the success. */
const success = (name: string, content = '', echo = ' EchoToken="e1"') =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header/><soap:Body>' +
  `<${name} xmlns="http://www.opentravel.org/OTA/2003/05"${echo} TimeStamp="${NOW.toISOString().slice(0, 19)}+00:00" Version="1.0">` +
  `<Success/>${content}</${name}></soap:Body></soap:Envelope>`;

const stay = (kind: string, time: string) =>
  `<LengthsOfStay><LengthOfStay MinMaxMessageType="${kind}" ${time}/></LengthsOfStay>`;

describe('POST /siteconnect', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start({ settings: { LATE_ARRIVAL_SECONDS: '30' } })));
  afterAll(() => service.stop());

  it('A message sets the rooms left on each date of a range, both ends included', async () => {
    const { code, room, plan } = await createHotel(service);
    const answer = await sendMessage(service, availability(code, roomsLeft({ room, plan, ...DATES }, 10)));
    expect(answer).toMatchObject({ status: 200, text: success('OTA_HotelAvailNotifRS') });
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await service.records.availability(room)).toEqual({
      '2026-12-24': [10, 0],
      '2026-12-25': [10, 0],
      '2026-12-26': [10, 0],
    });
  });

  it('A message sets the exact price of each night of a range, and the derived prices', async () => {
    const { code, room, plan } = await createHotel(service);
    const derived = await service.records.ratePlan(room, plan, { steps: [{ percent: '-10' }] });
    const message = rates(code, rate({ room, plan, ...DATES }, '100.10', 'CurrencyCode="EUR"'));
    expect((await sendMessage(service, message)).text).toBe(success('OTA_HotelRateAmountNotifRS'));
    expect(await service.records.prices(plan)).toEqual({
      '2026-12-24': '100.1000',
      '2026-12-25': '100.1000',
      '2026-12-26': '100.1000',
    });
    expect((await service.records.prices(derived))['2026-12-26']).toBe('90.0900');
  });

  it('The parts of a message are applied in their order, and each room has an entry', async () => {
    const { code, room, plan } = await createHotel(service);
    const other = await service.records.room();
    await addToHotel(service, other, code);
    const parts = [
      roomsLeft({ room, plan, ...DATES }, 3),
      roomsLeft({ room: other }, 5),
      roomsLeft({ room, plan, from: '2026-12-25' }, 1),
    ];
    const answer = await sendMessage(service, availability(code, parts.join('')));
    expect(answer.text).toBe(success('OTA_HotelAvailNotifRS'));
    expect(await service.records.availability(room)).toMatchObject({
      '2026-12-24': [3, 0],
      '2026-12-25': [1, 0],
      '2026-12-26': [3, 0],
    });
    expect(await service.records.availability(other)).toEqual({ '2026-12-24': [5, 0] });
    const entries = await service.dataSource.query<{ room_id: string; operation: string; call_id: string }[]>(
      'SELECT room_id, operation, call_id FROM journal_entry WHERE room_id = ANY ($1) ORDER BY room_id::bigint',
      [[room, other]],
    );
    const call = { operation: 'siteconnectMessage', call_id: answer.headers.get('x-request-id') };
    expect(entries).toEqual([
      { room_id: room, ...call },
      { room_id: other, ...call },
    ]);
  });

  it.each<[string, string, object, string]>([
    [
      'stop sell',
      '<RestrictionStatus Status="Close"/>',
      { stopSell: true },
      '<RestrictionStatus Status="Open"/>',
    ],
    [
      'stop sell by Master',
      '<RestrictionStatus Restriction="Master" Status="Close"/>',
      { stopSell: true },
      '<RestrictionStatus Restriction="Master" Status="Open"/>',
    ],
    [
      'closed to arrival',
      '<RestrictionStatus Restriction="Arrival" Status="Close"/>',
      { closedToArrival: true },
      '<RestrictionStatus Restriction="Arrival" Status="Open"/>',
    ],
    [
      'closed to departure',
      '<RestrictionStatus Restriction="Departure" Status="Close"/>',
      { closedToDeparture: true },
      '<RestrictionStatus Restriction="Departure" Status="Open"/>',
    ],
    ['a minimum stay', stay('SetMinLOS', 'Time="2"'), { minStayArrival: 2 }, stay('SetMinLOS', '')],
    [
      'a minimum stay through',
      stay('SetForwardMinStay', 'Time="3"'),
      { minStayThrough: 3 },
      stay('SetForwardMinStay', 'Time="0"'),
    ],
    ['a minimum stay by MinLOS', stay('MinLOS', 'Time="2"'), { minStayArrival: 2 }, stay('RemoveMinLOS', '')],
    ['a maximum stay', stay('SetMaxLOS', 'Time="7"'), { maxStay: 7 }, stay('SetMaxLOS', '')],
    [
      'a maximum stay by MaxLOS',
      stay('MaxLOS', 'Time="7"'),
      { maxStay: 7 },
      stay('RemoveMaxLOS', 'Time="7"'),
    ],
    [
      'a maximum stay through',
      stay('SetForwardMaxStay', 'Time="5"'),
      { maxStay: 5 },
      stay('SetForwardMaxStay', 'Time="0"'),
    ],
  ])(
    'A message sets and removes %s on each date, also of derived plans',
    async (_, set, restrictions, unset) => {
      const { code, room, plan } = await createHotel(service);
      const derived = await service.records.ratePlan(room, plan);
      const send = (content: string, from: string, id: string) => {
        const scope = control({ room, plan, from, to: DATES.to });
        const part = `<AvailStatusMessage>${scope}${content}</AvailStatusMessage>`;
        return sendMessage(service, availability(code, part, `EchoToken="${id}"`));
      };
      expect((await send(set, '2026-12-24', 'set')).text).toContain('<Success/></');
      expect((await send(unset, '2026-12-26', 'unset')).text).toContain('<Success/></');
      const expected = { '2026-12-24': restrictions, '2026-12-25': restrictions };
      expect(await service.records.restrictions(plan)).toMatchObject(expected);
      expect(await service.records.restrictions(derived)).toMatchObject(expected);
      expect((await service.records.restrictions(plan))['2026-12-26'] ?? {}).toEqual({});
      expect(await service.records.prices(plan)).toMatchObject({ '2026-12-24': null });
    },
  );

  it('A SiteConnect message sets the price for the room’s maximum guests, else the one without an occupancy, else the next one', async () => {
    const { code, room, plan } = await createHotel(service);
    const amounts = (date: string, ...guests: (number | undefined)[]) =>
      `<RateAmountMessage>${control({ room, plan, from: date })}<Rates><Rate><BaseByGuestAmts>` +
      guests
        .map((number) =>
          number === undefined
            ? '<BaseByGuestAmt AmountAfterTax="99"/>'
            : `<BaseByGuestAmt AmountAfterTax="${number}00" NumberOfGuests="${number}"/>`,
        )
        .join('') +
      '</BaseByGuestAmts></Rate></Rates></RateAmountMessage>';
    const parts =
      amounts('2026-12-24', 1, 3, 2) +
      amounts('2026-12-25', 3, undefined) +
      amounts('2026-12-26', 2, undefined) +
      amounts('2026-12-27', 1, 2);
    const { text } = await sendMessage(service, rates(code, parts));
    expect(await service.records.prices(plan)).toEqual({
      '2026-12-24': '300.0000',
      '2026-12-25': '300.0000',
      '2026-12-26': '99.0000',
      '2026-12-27': '200.0000',
    });
    expect(text).toContain('<Success/><Warnings><Warning Type="11">');
    expect(text).toContain(
      `Rate plan ${plan} has no price for 3 guests on some dates: the price for 2 guests counts`,
    );
  });

  it('The answer warns of parts of a SiteConnect message that the service ignored', async () => {
    const { code, room, plan } = await createHotel(service);
    const part =
      `<AvailStatusMessage BookingLimit="2">${control({ room, plan })}<LengthsOfStay>` +
      '<LengthOfStay MinMaxMessageType="FullPatternLOS" Time="5"/></LengthsOfStay></AvailStatusMessage>';
    const { text } = await sendMessage(service, availability(code, part));
    const warning = 'LengthOfStay &#34;FullPatternLOS&#34; is not supported and was ignored';
    expect(text).toBe(
      success('OTA_HotelAvailNotifRS', `<Warnings><Warning Type="11">${warning}</Warning></Warnings>`),
    );
    expect(await service.records.availability(room)).toEqual({ '2026-12-24': [2, 0] });
  });

  it('A SiteConnect message skips dates outside of the update window, and warns of them', async () => {
    const { code, room } = await createHotel(service);
    const message = availability(code, roomsLeft({ room, from: '2026-11-01', to: '2026-12-01' }, 1));
    const warning = 'Skipped, because the dates are outside of the update window: 29';
    expect((await sendMessage(service, message)).text).toBe(
      success('OTA_HotelAvailNotifRS', `<Warnings><Warning Type="11">${warning}</Warning></Warnings>`),
    );
    expect(Object.keys(await service.records.availability(room))).toEqual(['2026-11-30', '2026-12-01']);
  });

  it('The list of a hotel has each combination of room and plan, with a name of its own', async () => {
    const { code, room, plan } = await createHotel(service);
    const second = await service.records.ratePlan(room);
    const derived = await service.records.ratePlan(room, plan);
    // A room without a plan has no combination.
    await addToHotel(service, await service.records.room(), code);
    await service.dataSource.query(`UPDATE room SET name = 'A & <B> "é"' WHERE id = $1`, [room]);
    await service.dataSource.query(`UPDATE rate_plan SET name = repeat('x', 60) WHERE id = $1`, [derived]);
    const description = (kind: string, name: string) =>
      `<${kind} Name="${name}"><Text>${name}</Text></${kind}>`;
    const name = 'A &#38; &#60;B&#62; &#34;é&#34;';
    const stay = (id: string, ofPlan: string, details = '') =>
      `<RoomStay><RoomTypes><RoomType RoomTypeCode="${room}">${description('RoomDescription', name)}</RoomType>` +
      `</RoomTypes><RatePlans><RatePlan RatePlanCode="${id}">${description('RatePlanDescription', ofPlan)}` +
      `${details}</RatePlan></RatePlans></RoomStay>`;
    const stays = [
      stay(plan, `${name} - Plan`),
      stay(second, `${name} - Plan (${second})`),
      stay(
        derived,
        `${name} - ${'x'.repeat(50)}`,
        '<AdditionalDetails><AdditionalDetail Code="NO_RATES"/></AdditionalDetails>',
      ),
    ];
    expect((await sendMessage(service, hotelRequest(code))).text).toBe(
      success('OTA_HotelAvailRS', `<RoomStays>${stays.join('')}</RoomStays>`),
    );
  });

  it('The list of a hotel leaves out ids of more than 16 digits, and the log names them', async () => {
    const { code, room, plan } = await createHotel(service);
    const long = '12345678901234567';
    await service.dataSource.query(`INSERT INTO rate_plan (id, room_id, name) VALUES ($1, $2, 'Long')`, [
      long,
      room,
    ]);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const { text } = await sendMessage(service, hotelRequest(code));
    const lines = JSON.stringify(warn.mock.calls);
    warn.mockRestore();
    expect([text.includes(`RatePlanCode="${plan}"`), text.includes(long)]).toEqual([true, false]);
    expect(lines).toContain(`"ratePlans":["${long}"]`);
  });

  it('The list of a hotel without rate plans has no RoomStays', async () => {
    const code = 'Empty';
    await addToHotel(service, await service.records.room(), code);
    expect((await sendMessage(service, hotelRequest(code))).text).toBe(success('OTA_HotelAvailRS'));
  });

  it('A ping is echoed', async () => {
    const answer = await sendMessage(service, ota('OTA_PingRQ', '<EchoData>1 &lt; 2</EchoData>', ''));
    expect(answer.text).toBe(success('OTA_PingRS', '<EchoData>1 &#60; 2</EchoData>', ''));
  });

  it('The first element of the SOAP body counts, whatever SOAPAction says', async () => {
    const { code, room } = await createHotel(service);
    const body = availability(code, roomsLeft({ room }, 4)) + availability(code, roomsLeft({ room }, 9));
    const headers = { soapaction: '"HotelRateAmountNotifRQ"', 'content-type': 'application/soap+xml' };
    const answer = await sendXml(service, envelope(securityHeader(service.token), body), headers);
    expect(answer.text).toBe(success('OTA_HotelAvailNotifRS'));
    expect(await service.records.availability(room)).toEqual({ '2026-12-24': [4, 0] });
  });

  it('The token can be the password of HTTP Basic, with any user name', async () => {
    const credentials = Buffer.from(`any:${service.token}`).toString('base64');
    const message = envelope('', ota('OTA_PingRQ', '<EchoData>a</EchoData>'));
    for (const scheme of ['Basic', 'basic']) {
      const { text } = await sendXml(service, message, { authorization: `${scheme} ${credentials}` });
      expect(text).toBe(success('OTA_PingRS', '<EchoData>a</EchoData>'));
    }
  });

  it('The same message is applied once within a day if its EchoToken is a UUID', async () => {
    const { code, room } = await createHotel(service);
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    const message = (rooms: number, id: string) =>
      availability(code, roomsLeft({ room }, rooms), `EchoToken="${id}"`);
    const first = await sendMessage(service, message(1, a));
    await sendMessage(service, message(2, b));
    const repeat = await sendMessage(service, message(1, a));
    expect([repeat.status, repeat.text]).toEqual([200, first.text]);
    expect(await service.records.availability(room)).toEqual({ '2026-12-24': [2, 0] });
    // The same content under another id is a new message.
    await sendMessage(service, message(1, c));
    expect(await service.records.availability(room)).toEqual({ '2026-12-24': [1, 0] });
  });

  it('The last of several messages with the same constant EchoToken counts', async () => {
    const { code, room } = await createHotel(service);
    for (const rooms of [1, 2, 1]) await sendMessage(service, availability(code, roomsLeft({ room }, rooms)));
    expect(await service.records.availability(room)).toEqual({ '2026-12-24': [1, 0] });
  });

  it('The answer to a message of SOAP 1.2 has the same envelope', async () => {
    const { code, room } = await createHotel(service);
    const body = availability(code, roomsLeft({ room }, 4));
    const headers = { 'content-type': 'application/soap+xml; charset=utf-8' };
    const message = envelope(securityHeader(service.token), body, SOAP_1_2);
    const { text } = await sendXml(service, `\uFEFF\r\n ${message}`, headers);
    const answer = success('OTA_HotelAvailNotifRS');
    expect(text).toBe(answer.replace('http://schemas.xmlsoap.org/soap/envelope/', SOAP_1_2));
    expect(await service.records.availability(room)).toEqual({ '2026-12-24': [4, 0] });
  });

  it('A token is found in a UsernameToken of any namespace', async () => {
    const header =
      `<Security><x:UsernameToken xmlns:x="urn:x"><Password type="any#passwordtext">${service.token}` +
      '</Password></x:UsernameToken></Security>';
    const ping = ota('OTA_PingRQ', '<EchoData>a</EchoData>');
    const { text } = await sendXml(service, envelope(header, ping), { 'content-type': 'application/xml' });
    expect(text).toBe(success('OTA_PingRS', '<EchoData>a</EchoData>'));
  });

  it('Values apply only on the named days of the week, and days of a Rate take precedence over days of the message', async () => {
    const { code, room, plan } = await createHotel(service);
    const scope = { room, plan, from: '2026-12-21', to: '2026-12-27' };
    const on = (days: string) => control(scope).replace('/>', ` ${days}/>`);
    const part = `<AvailStatusMessage>${on('Sat="true" Sun="1" Mon="False"')}<RestrictionStatus Status="Close"/></AvailStatusMessage>`;
    expect((await sendMessage(service, availability(code, part))).text).toBe(
      success('OTA_HotelAvailNotifRS'),
    );
    expect(await service.records.restrictions(plan)).toEqual({
      '2026-12-26': { stopSell: true },
      '2026-12-27': { stopSell: true },
    });
    const amount =
      '<BaseByGuestAmts><BaseByGuestAmt AmountAfterTax="12000" DecimalPlaces="2"/></BaseByGuestAmts>';
    const rateOn = `<Rate Start="2026-12-22" End="2026-12-24" Weds="true">${amount}</Rate>`;
    const prices = `<RateAmountMessage>${on('Sat="true"')}<Rates>${rateOn}</Rates></RateAmountMessage>`;
    await sendMessage(service, rates(code, prices));
    expect(await service.records.prices(plan)).toMatchObject({ '2026-12-23': '120.0000' });
    expect(Object.values(await service.records.prices(plan)).filter((price) => price !== null)).toHaveLength(
      1,
    );
  });

  it('A restriction without a plan applies to all plans of the room', async () => {
    const { code, room, plan } = await createHotel(service);
    const second = await service.records.ratePlan(room);
    const part = `<AvailStatusMessage BookingLimit="2">${control({ room })}<RestrictionStatus Status="Close"/></AvailStatusMessage>`;
    await sendMessage(service, availability(code, part));
    for (const id of [plan, second])
      expect(await service.records.restrictions(id)).toEqual({ '2026-12-24': { stopSell: true } });
    expect(await service.records.availability(room)).toEqual({ '2026-12-24': [2, 0] });
  });

  it.each<[string, string]>([
    ['an amount before tax', '<BaseByGuestAmt AmountBeforeTax="100"/>'],
    ['a fixed length of stay', stay('SetFixedLOS', 'Time="3"')],
  ])('A message with %s is refused as unable to process', async (_, content) => {
    const { code, room, plan } = await createHotel(service);
    const scope = control({ room, plan });
    const message = content.startsWith('<Base')
      ? rates(
          code,
          `<RateAmountMessage>${scope}<Rates><Rate><BaseByGuestAmts>${content}</BaseByGuestAmts></Rate></Rates></RateAmountMessage>`,
        )
      : availability(code, `<AvailStatusMessage>${scope}${content}</AvailStatusMessage>`);
    expect((await sendMessage(service, message)).text).toContain('<Error Type="3" Code="450"');
    expect(await service.records.availability(room)).toEqual({});
  });

  it('A message has a receipt', async () => {
    const { code, room } = await createHotel(service);
    const { headers } = await sendMessage(service, availability(code, roomsLeft({ room }, 1)));
    const receipt = await service.call(`/receipts/${headers.get('x-request-id')}`);
    expect(receipt.status).toBe(200);
    expect(JSON.parse(receipt.text)).toMatchObject({ operation: 'siteconnectMessage', outcome: 'applied' });
  });
});
