import { parseDecimal, PRICE_LIMIT, toTenThousandths } from '../../calendar/derivation/money';
import type { CellPrice } from '../../calendar/cell';
import { quote } from '../../platform/http/quote';
import type { MessagePrice } from '../message';
import type { OpenPart } from './notification';
import { NotificationReader } from './notification-reader';
import type { XmlElement } from './xml-reader';

/** A room of this platform has one price a night, whatever the age of its guests. */
const ADULT = '10';
const MAX_GUESTS = 1_000;
/** Attributes of a `Rate` that give its price another meaning than a price for each night of the range. */
const OTHER_MEANINGS = [
  'Start',
  'End',
  'Duration',
  'UnitMultiplier',
  'Mon',
  'Tue',
  'Weds',
  'Thur',
  'Fri',
  'Sat',
  'Sun',
];
const KNOWN = ['StatusApplicationControl', 'Rates', 'Rates/Rate', 'Rates/Rate/BaseByGuestAmts', 'UniqueID'];
const MAX_KNOWN_LEVELS = 4;

/** Reads `OTA_HotelRateAmountNotifRQ`: prices by date. */
export class RateReader extends NotificationReader {
  private prices: MessagePrice[] = [];
  private amounts = 0;
  private currency: string | undefined;

  constructor() {
    super('/OTA_HotelRateAmountNotifRQ', 'RateAmountMessage');
  }

  protected start(): void {
    this.prices = [];
    this.amounts = 0;
  }

  protected finish(part: OpenPart): void {
    const { prices } = this;
    if (this.amounts === 0) this.problems.missing(`${part.place}/Rates/Rate/BaseByGuestAmts/BaseByGuestAmt`);
    else if (prices.length > 0) this.notification.add(part, { price: prices });
  }

  protected readChild(name: string, element: XmlElement, part: OpenPart): void {
    if (name === 'StatusApplicationControl') this.notification.readControl(part, element);
    else if (name === 'Rates/Rate') this.readRate(element, part);
    else if (name === 'Rates/Rate/BaseByGuestAmts/BaseByGuestAmt') this.readAmount(element, part);
    else if (!KNOWN.includes(name) && isOutermost(name))
      this.problems.ignore(`${element.local} is not supported and was ignored`);
  }

  private readRate({ attributes }: XmlElement, { place }: OpenPart): void {
    this.currency = attributes['CurrencyCode']?.value;
    const other = OTHER_MEANINGS.find((name) => attributes[name]);
    if (other)
      this.problems.add(
        'invalidValue',
        `${place}/Rates/Rate/@${other}`,
        `${place}/Rates/Rate/@${other} is not supported: a price is for each night of StatusApplicationControl`,
      );
  }

  private readAmount({ attributes }: XmlElement, part: OpenPart): void {
    const place = `${part.place}/Rates/Rate/BaseByGuestAmts/BaseByGuestAmt[${++this.amounts}]`;
    const age = attributes['AgeQualifyingCode']?.value.trim() ?? ADULT;
    if (age !== ADULT)
      return this.problems.ignore(
        `BaseByGuestAmt with AgeQualifyingCode ${quote(age)} is not supported and was ignored`,
      );
    const value = this.readPrice(attributes, place);
    const occupancy = this.readGuests(attributes['NumberOfGuests']?.value.trim(), place);
    if (value === null || occupancy === null) return;
    const currency = attributes['CurrencyCode']?.value.trim() ?? this.currency ?? null;
    this.prices.push({ place, value, currency, occupancy: occupancy.number });
  }

  /** @param amount the place of the amount */
  private readPrice(attributes: XmlElement['attributes'], amount: string): CellPrice | null {
    const text = attributes['AmountAfterTax']?.value.trim();
    if (text === undefined) return this.problems.missing(`${amount}/@AmountAfterTax`);
    const refuse = (expected: string) => this.problems.invalid(`${amount}/@AmountAfterTax`, text, expected);
    // With `DecimalPlaces`, 20000 would mean 200.00, but senders do not agree on that.
    if (attributes['DecimalPlaces'] && !text.includes('.')) return refuse('written with its decimal point');
    const decimal = parseDecimal(text);
    const price = decimal && decimal.value >= 0n ? toTenThousandths(decimal) : PRICE_LIMIT;
    if (price < PRICE_LIMIT) return Number(price);
    return refuse('a price of at least 0 and below 10000000000, as 120.50');
  }

  /** A price without a number of guests is for any number. @param amount the place of the amount */
  private readGuests(guests: string | undefined, amount: string): { number: number | null } | null {
    if (guests === undefined) return { number: null };
    const number = /^\d{1,4}$/.test(guests) ? Number(guests) : 0;
    if (number >= 1 && number <= MAX_GUESTS) return { number };
    return this.problems.invalid(
      `${amount}/@NumberOfGuests`,
      guests,
      `a whole number from 1 to ${MAX_GUESTS}`,
    );
  }
}

/** Whether an unknown element is not inside of another unknown one. */
function isOutermost(name: string): boolean {
  const levels = name.split('/');
  if (levels.length > MAX_KNOWN_LEVELS || levels.includes('*')) return false;
  return levels.length === 1 || KNOWN.includes(levels.slice(0, -1).join('/'));
}
