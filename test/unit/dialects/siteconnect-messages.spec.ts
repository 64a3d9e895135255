import { AvailabilityReader } from '../../../src/dialects/siteconnect/availability-reader';
import type { Notification } from '../../../src/dialects/siteconnect/notification';
import { RateReader } from '../../../src/dialects/siteconnect/rate-reader';
import { SoapReader } from '../../../src/dialects/siteconnect/soap-reader';
import { XmlReader } from '../../../src/dialects/siteconnect/xml-reader';

const OTA = 'http://www.opentravel.org/OTA/2003/05';
const CONTROL =
  '<StatusApplicationControl Start="2026-12-24" End="2026-12-26" InvTypeCode="1" RatePlanCode="12"/>';
const SCOPE = { hotelCode: 'H1', roomId: '1', ratePlanId: '12', from: '2026-12-24', to: '2026-12-26' };

function read(ota: AvailabilityReader | RateReader, message: string): Notification {
  const reader = new XmlReader(new SoapReader(() => ota));
  const envelope = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>';
  reader.write(Buffer.from(`${envelope}${message}</s:Body></s:Envelope>`));
  reader.end();
  return ota.notification;
}

const readAvailability = (...messages: string[]) =>
  read(
    new AvailabilityReader(),
    `<OTA_HotelAvailNotifRQ xmlns="${OTA}"><AvailStatusMessages HotelCode="H1">${messages.join('')}` +
      '</AvailStatusMessages></OTA_HotelAvailNotifRQ>',
  );

const readRates = (...messages: string[]) =>
  read(
    new RateReader(),
    `<OTA_HotelRateAmountNotifRQ xmlns="${OTA}"><RateAmountMessages HotelCode="H1">${messages.join('')}` +
      '</RateAmountMessages></OTA_HotelRateAmountNotifRQ>',
  );

const rate = (amounts: string, rateAttributes = '', control = CONTROL) =>
  `<RateAmountMessage>${control}<Rates><Rate ${rateAttributes}><BaseByGuestAmts>${amounts}</BaseByGuestAmts></Rate>` +
  '</Rates></RateAmountMessage>';

const problemsOf = ({ problems }: Notification) => problems.list.map(({ code, message }) => [code, message]);

describe('OTA_HotelAvailNotifRQ', () => {
  it('A message sets rooms left and restrictions of the same range in one part', () => {
    const { hotelCode, parts, problems } = readAvailability(
      `<AvailStatusMessage BookingLimit="0">${CONTROL}<RestrictionStatus Status="Close"/>` +
        '<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="2"/></LengthsOfStay></AvailStatusMessage>',
      '<AvailStatusMessage BookingLimit=" 7 ">' +
        '<StatusApplicationControl InvTypeCode="1" Start="2026-12-24" End="2026-12-24"/></AvailStatusMessage>',
    );
    expect(problems.list).toEqual([]);
    expect(hotelCode).toBe('H1');
    expect(parts).toEqual([
      {
        place: 'AvailStatusMessage[1]',
        ...SCOPE,
        roomsLeft: 0,
        restrictions: { stopSell: 1, minStayArrival: 2 },
      },
      { place: 'AvailStatusMessage[2]', ...SCOPE, ratePlanId: null, to: '2026-12-24', roomsLeft: 7 },
    ]);
  });

  it.each<[string, object]>([
    ['<RestrictionStatus Status="Open"/>', { stopSell: 0 }],
    ['<RestrictionStatus Restriction="Master" Status="Close"/>', { stopSell: 1 }],
    ['<RestrictionStatus Restriction="Arrival" Status="Close"/>', { closedToArrival: 1 }],
    ['<RestrictionStatus Restriction="Departure" Status="Open"/>', { closedToDeparture: 0 }],
    ['<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS"/></LengthsOfStay>', { minStayArrival: 0 }],
    [
      '<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="1"/></LengthsOfStay>',
      { minStayArrival: 0 },
    ],
    [
      '<LengthsOfStay><LengthOfStay MinMaxMessageType="SetForwardMinStay" Time="3"/></LengthsOfStay>',
      { minStayThrough: 3 },
    ],
    [
      '<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMaxLOS" Time="1" TimeUnit="Day"/></LengthsOfStay>',
      { maxStay: 1 },
    ],
    ['<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMaxLOS" Time="0"/></LengthsOfStay>', { maxStay: 0 }],
    [
      '<LengthsOfStay><LengthOfStay MinMaxMessageType="MinLOS" Time="3"/></LengthsOfStay>',
      { minStayArrival: 3 },
    ],
    ['<LengthsOfStay><LengthOfStay MinMaxMessageType="MaxLOS" Time="9"/></LengthsOfStay>', { maxStay: 9 }],
    [
      '<LengthsOfStay><LengthOfStay MinMaxMessageType="SetForwardMaxStay" Time="4"/></LengthsOfStay>',
      { maxStay: 4 },
    ],
    [
      '<LengthsOfStay><LengthOfStay MinMaxMessageType="RemoveMinLOS" Time="3"/></LengthsOfStay>',
      { minStayArrival: 0 },
    ],
    [
      '<RestrictionStatus Status="Close"/><RestrictionStatus Restriction="Arrival" Status="Close"/>',
      { stopSell: 1, closedToArrival: 1 },
    ],
  ])('The element %s sets %j', (content, restrictions) => {
    const { parts, problems } = readAvailability(
      `<AvailStatusMessage>${CONTROL}${content}</AvailStatusMessage>`,
    );
    expect(problems.list).toEqual([]);
    expect(parts).toEqual([{ place: 'AvailStatusMessage[1]', ...SCOPE, restrictions }]);
  });

  it('The parser reports each ignored element or attribute once, and ignores the contents of an ignored element', () => {
    const ignored =
      `<AvailStatusMessage BookingLimit="1">${CONTROL}<RestrictionStatus MinAdvancedBookingOffset="P2D"/>` +
      '<LengthsOfStay><LengthOfStay MinMaxMessageType="FullPatternLOS" Time="4"/></LengthsOfStay>' +
      '<HurdleRate><RestrictionStatus Status="Close"/></HurdleRate></AvailStatusMessage>';
    const { parts, problems } = readAvailability(ignored, ignored);
    expect(problems.list).toEqual([]);
    expect(parts.map(({ restrictions }) => restrictions)).toEqual([undefined, undefined]);
    expect(problems.ignored).toEqual([
      'MinAdvancedBookingOffset is not supported and was ignored',
      'LengthOfStay "FullPatternLOS" is not supported and was ignored',
      'HurdleRate is not supported and was ignored',
    ]);
  });

  it.each([
    ['', 'fieldMissing', 'AvailStatusMessage[1]/StatusApplicationControl is missing'],
    ['<StatusApplicationControl/>', 'fieldMissing', '/@InvTypeCode is missing'],
    [CONTROL.replace('InvTypeCode="1"', ''), 'fieldMissing', '/@InvTypeCode is missing'],
    [CONTROL.replace('"1"', '"DBL"'), 'roomMissing', '/@InvTypeCode is no code of a room; got "DBL"'],
    [
      CONTROL.replace('"12"', '"BAR"'),
      'ratePlanMissing',
      '/@RatePlanCode is no code of a rate plan; got "BAR"',
    ],
    [
      CONTROL.replace('12-26', '02-30'),
      'invalidValue',
      '/@End must be a date, as 2026-12-24; got "2026-02-30"',
    ],
    [
      CONTROL.replace('12-26', '12-23'),
      'invalidValue',
      '/@End must be 2026-12-24, which is the start, or later',
    ],
    [CONTROL.replace('/>', ' Mon="yes"/>'), 'invalidValue', '/@Mon must be true or false; got "yes"'],
    [`${CONTROL}<RestrictionStatus/>`, 'fieldMissing', '/RestrictionStatus/@Status is missing'],
    [`${CONTROL}<RestrictionStatus Status="constructor"/>`, 'invalidValue', '/@Status must be Open or Close'],
    [
      `${CONTROL}<RestrictionStatus Status="Open" Restriction="Stay"/>`,
      'invalidValue',
      'Master, Arrival or Departure',
    ],
    [
      `${CONTROL}<LengthsOfStay><LengthOfStay/></LengthsOfStay>`,
      'fieldMissing',
      '/@MinMaxMessageType is missing',
    ],
    [
      `${CONTROL}<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="1000"/></LengthsOfStay>`,
      'invalidValue',
      '/@Time must be a whole number from 0 to 999',
    ],
    [
      `${CONTROL}<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="1" TimeUnit="Week"/></LengthsOfStay>`,
      'invalidValue',
      '/@TimeUnit must be Day',
    ],
    [
      `${CONTROL}<LengthsOfStay><LengthOfStay MinMaxMessageType="SetFixedLOS" Time="3"/></LengthsOfStay>`,
      'invalidValue',
      '/@MinMaxMessageType must be a minimum or a maximum stay',
    ],
  ])('The parser refuses an availability message with %s', (content, code, message) => {
    const { parts, problems } = readAvailability(`<AvailStatusMessage>${content}</AvailStatusMessage>`);
    expect(parts).toEqual([]);
    expect(problems.list).toContainEqual({
      code,
      place: expect.stringMatching(/^AvailStatusMessage\[1]/) as string,
      message: expect.stringContaining(message) as string,
    });
  });

  it.each<[string, string[]]>([
    // 24 December 2026 is a Thursday.
    ['Thur="1"', ['2026-12-24 2026-12-24', '2026-12-31 2026-12-31']],
    [
      'Thur="True" Sat="TRUE" Sun="false"',
      ['2026-12-24 2026-12-24', '2026-12-26 2026-12-26', '2026-12-31 2026-12-31'],
    ],
    ['Fri="0" Sat="False"', ['2026-12-24 2026-12-24', '2026-12-27 2026-12-31']],
    ['Mon="0" Thur="1" Fri="1"', ['2026-12-24 2026-12-25', '2026-12-31 2026-12-31']],
  ])('A part with %s is only for these days', (attributes, ranges) => {
    const control = CONTROL.replace('12-26', '12-31').replace('/>', ` ${attributes}/>`);
    const { parts, problems } = readAvailability(
      `<AvailStatusMessage>${control}<RestrictionStatus Status="Close"/></AvailStatusMessage>`,
    );
    expect(problems.list).toEqual([]);
    expect(parts.map(({ from, to }) => `${from} ${to}`)).toEqual(ranges);
  });

  it('A part that excludes all days of the week is refused, and is not applied to all days', () => {
    const none = ['Mon', 'Tue', 'Weds', 'Thur', 'Fri', 'Sat', 'Sun'].map((day) => `${day}="0"`).join(' ');
    const notification = readAvailability(
      `<AvailStatusMessage BookingLimit="0">${CONTROL.replace('/>', ` ${none}/>`)}</AvailStatusMessage>`,
    );
    expect(notification.parts).toEqual([]);
    expect(problemsOf(notification)).toEqual([['invalidValue', expect.stringContaining('another day')]]);
  });

  it('The room may be in InvCode, and restrictions without a plan are those of all plans', () => {
    const control = CONTROL.replace('InvTypeCode', 'InvCode').replace('RatePlanCode="12"', '');
    const { parts, problems } = readAvailability(
      `<AvailStatusMessage>${control}<RestrictionStatus Status="Close"/></AvailStatusMessage>`,
    );
    expect(problems.list).toEqual([]);
    expect(parts).toMatchObject([{ roomId: '1', ratePlanId: null, restrictions: { stopSell: 1 } }]);
  });

  it.each([
    [
      'BookingLimit="-1"',
      'AvailStatusMessage[1]/@BookingLimit must be a whole number from 0 to 2147483647; got "-1"',
    ],
    ['BookingLimit="2147483648"', 'got "2147483648"'],
    ['BookingLimit="1.5"', 'got "1.5"'],
    ['BookingLimit="1" BookingLimitMessageType="AdjustLimit"', '@BookingLimitMessageType must be SetLimit'],
  ])('The parser refuses the attribute %s', (attributes, message) => {
    const notification = readAvailability(
      `<AvailStatusMessage ${attributes}>${CONTROL}</AvailStatusMessage>`,
    );
    expect(problemsOf(notification)).toEqual([['invalidValue', expect.stringContaining(message)]]);
  });

  it('A message without a hotel or without parts is refused', () => {
    const empty = read(
      new AvailabilityReader(),
      `<OTA_HotelAvailNotifRQ xmlns="${OTA}"><AvailStatusMessages/></OTA_HotelAvailNotifRQ>`,
    );
    expect(problemsOf(empty)).toEqual([
      ['fieldMissing', 'AvailStatusMessages/@HotelCode is missing'],
      ['fieldMissing', 'AvailStatusMessage is missing'],
    ]);
    const nothing = read(new AvailabilityReader(), `<OTA_HotelAvailNotifRQ xmlns="${OTA}"/>`);
    expect(problemsOf(nothing)).toContainEqual(['fieldMissing', 'AvailStatusMessages/@HotelCode is missing']);
  });

  it('The errors name at most 99 problems', () => {
    const wrong = `<AvailStatusMessage BookingLimit="x">${CONTROL}</AvailStatusMessage>`;
    expect(readAvailability(wrong.repeat(150)).problems.list).toHaveLength(99);
  });

  it('A message has at most 400,000 facts and 50,000 parts', () => {
    const long = `<AvailStatusMessage BookingLimit="1">${CONTROL.replace('2026-12-26', '9999-12-31')}</AvailStatusMessage>`;
    expect(() => readAvailability(long)).toThrow('more than 400000 numbers and restrictions');
    expect(() => readAvailability('<AvailStatusMessage/>'.repeat(50_001))).toThrow(
      'more than 50000 elements',
    );
  });
});

describe('OTA_HotelRateAmountNotifRQ', () => {
  it('A message sets the price of each night, exactly', () => {
    const { parts, problems } = readRates(
      rate('<BaseByGuestAmt AgeQualifyingCode="10" AmountAfterTax="200.10" CurrencyCode="EUR"/>'),
      rate(
        '<BaseByGuestAmt AmountAfterTax="9999999999.99" NumberOfGuests="2"/><BaseByGuestAmt AmountAfterTax="0"/>',
        'CurrencyCode="USD"',
      ),
    );
    expect(problems.list).toEqual([]);
    const place = (part: number, amount: number) =>
      `RateAmountMessage[${part}]/Rates/Rate/BaseByGuestAmts/BaseByGuestAmt[${amount}]`;
    expect(parts).toEqual([
      {
        place: 'RateAmountMessage[1]',
        ...SCOPE,
        price: [{ place: place(1, 1), value: 2_001_000, currency: 'EUR', occupancy: null }],
      },
      {
        place: 'RateAmountMessage[2]',
        ...SCOPE,
        price: [
          { place: place(2, 1), value: 99_999_999_999_900, currency: 'USD', occupancy: 2 },
          { place: place(2, 2), value: 0, currency: 'USD', occupancy: null },
        ],
      },
    ]);
  });

  it('A message reports what it ignores: prices of children, additional guests, descriptions', () => {
    const { parts, problems } = readRates(
      `<RateAmountMessage>${CONTROL}<Rates><Rate><BaseByGuestAmts><BaseByGuestAmt AmountAfterTax="80"/>` +
        '<BaseByGuestAmt AgeQualifyingCode="8" AmountAfterTax="x"/></BaseByGuestAmts><AdditionalGuestAmounts>' +
        '<AdditionalGuestAmount Amount="9"/></AdditionalGuestAmounts></Rate></Rates></RateAmountMessage>',
    );
    expect(problems.list).toEqual([]);
    expect(parts).toHaveLength(1);
    expect(problems.ignored).toEqual([
      'BaseByGuestAmt with AgeQualifyingCode "8" is not supported and was ignored',
      'AdditionalGuestAmounts is not supported and was ignored',
    ]);
  });

  it.each([
    ['<BaseByGuestAmt/>', '', 'fieldMissing', 'BaseByGuestAmt[1]/@AmountAfterTax is missing'],
    ['', '', 'fieldMissing', 'BaseByGuestAmts/BaseByGuestAmt is missing'],
    ['<BaseByGuestAmt AmountAfterTax="-1"/>', '', 'invalidValue', 'must be a price of at least 0'],
    ['<BaseByGuestAmt AmountAfterTax="10000000000"/>', '', 'invalidValue', 'below 10000000000'],
    ['<BaseByGuestAmt AmountAfterTax="1,5"/>', '', 'invalidValue', 'got "1,5"'],
    [
      '<BaseByGuestAmt AmountAfterTax="20000" DecimalPlaces="x"/>',
      '',
      'invalidValue',
      '@DecimalPlaces must be a whole number from 0 to 4',
    ],
    ['<BaseByGuestAmt AmountBeforeTax="100"/>', '', 'invalidValue', 'prices include all taxes'],
    [
      '<BaseByGuestAmt AmountAfterTax="1" NumberOfGuests="0"/>',
      '',
      'invalidValue',
      '@NumberOfGuests must be',
    ],
    [
      '<BaseByGuestAmt AmountAfterTax="1"/>',
      'UnitMultiplier="7"',
      'invalidValue',
      '@UnitMultiplier must be 1',
    ],
    [
      '<BaseByGuestAmt AmountAfterTax="1"/>',
      'RateTimeUnit="Week"',
      'invalidValue',
      '@RateTimeUnit must be Day',
    ],
    ['<BaseByGuestAmt AmountAfterTax="1"/>', 'End="2026-12-01"', 'invalidValue', '@End must be 2026-12-24'],
  ])('The parser refuses %s in a rate with %j', (amounts, attributes, code, message) => {
    const notification = readRates(rate(amounts, attributes));
    expect(problemsOf(notification)).toEqual([[code, expect.stringContaining(message)]]);
  });

  it.each<[string, number]>([
    ['AmountAfterTax="20000" DecimalPlaces="2"', 2_000_000],
    ['AmountAfterTax="200.00" DecimalPlaces="2"', 2_000_000],
    ['AmountAfterTax="500000" DecimalPlaces="0"', 5_000_000_000],
  ])('The amount %s is %i ten-thousandths', (attributes, value) => {
    const { parts, problems } = readRates(rate(`<BaseByGuestAmt ${attributes}/>`));
    expect(problems.list).toEqual([]);
    expect(parts).toMatchObject([{ price: [{ value }] }]);
  });

  it('The dates and days of a rate override those of its message', () => {
    const { parts, problems } = readRates(
      `<RateAmountMessage>${CONTROL}<Rates>` +
        '<Rate Start="2026-12-25"><BaseByGuestAmts><BaseByGuestAmt AmountAfterTax="1"/></BaseByGuestAmts></Rate>' +
        '<Rate Sat="1" UnitMultiplier="1" RateTimeUnit="Day"><BaseByGuestAmts>' +
        '<BaseByGuestAmt AmountAfterTax="2"/></BaseByGuestAmts></Rate></Rates></RateAmountMessage>',
    );
    expect(problems.list).toEqual([]);
    expect(parts).toMatchObject([
      { from: '2026-12-25', to: '2026-12-26', price: [{ value: 10_000 }] },
      { from: '2026-12-26', to: '2026-12-26', price: [{ value: 20_000 }] },
    ]);
  });

  it('A rate needs a plan', () => {
    const withoutPlan = CONTROL.replace('RatePlanCode="12"', '');
    const notification = readRates(rate('<BaseByGuestAmt AmountAfterTax="1"/>', '', withoutPlan));
    expect(problemsOf(notification)).toEqual([
      ['fieldMissing', expect.stringContaining('@RatePlanCode is missing')],
    ]);
  });
});
