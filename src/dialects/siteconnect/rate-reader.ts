import { parseDecimal, PRICE_LIMIT, toTenThousandths } from '../../calendar/derivation/money';
import type { CellPrice } from '../../calendar/cell';
import { quote } from '../../platform/http/quote';
import type { MessagePrice } from '../message';
import type { WrittenDates } from './application-control';
import { readDates } from './application-control';
import type { OpenPart } from './notification';
import { NotificationReader } from './notification-reader';
import type { XmlElement } from './xml-reader';

/** A room of this platform has one price a night, whatever the age of its guests. */
const ADULT = '10';
const MAX_GUESTS = 1_000;
const DECIMAL_PLACES = /^[0-4]$/;
/** Attributes of a `Rate`, each with its value for a price of one night. With another value, the price has another meaning. */
const ONE_NIGHT = [
  ['UnitMultiplier', '1'],
  ['RateTimeUnit', 'Day'],
  ['Duration', 'P1D'],
] as const;

/** The prices of one `Rate`. */
interface Rate {
  /** Null if they have a problem. */
  dates: WrittenDates | null;
  currency: string | undefined;
  prices: MessagePrice[];
}

const KNOWN = ['StatusApplicationControl', 'Rates', 'Rates/Rate', 'Rates/Rate/BaseByGuestAmts', 'UniqueID'];
const MAX_KNOWN_LEVELS = 4;

/** Reads `OTA_HotelRateAmountNotifRQ`: prices by date. */
export class RateReader extends NotificationReader {
  private rates: Rate[] = [];
  private amounts = 0;

  constructor() {
    super('/OTA_HotelRateAmountNotifRQ', 'RateAmountMessage');
  }

  protected start(): void {
    this.rates = [];
    this.amounts = 0;
  }

  protected finish(part: OpenPart): void {
    if (this.amounts === 0) this.problems.missing(`${part.place}/Rates/Rate/BaseByGuestAmts/BaseByGuestAmt`);
    for (const { dates, prices } of this.rates)
      if (dates && prices.length > 0) this.notification.add(part, { price: prices }, dates);
  }

  protected readChild(name: string, element: XmlElement, part: OpenPart): void {
    if (name === 'StatusApplicationControl') this.notification.readControl(part, element);
    else if (name === 'Rates/Rate') this.readRate(element, part);
    else if (name === 'Rates/Rate/BaseByGuestAmts/BaseByGuestAmt') this.readAmount(element, part);
    else if (!KNOWN.includes(name) && isOutermost(name))
      this.problems.ignore(`${element.local} is not supported and was ignored`);
  }

  private readRate(element: XmlElement, { place }: OpenPart): void {
    const { attributes } = element;
    const at = (name: string) => `${place}/Rates/Rate[${this.rates.length}]/@${name}`;
    const currency = attributes['CurrencyCode']?.value.trim();
    this.rates.push({ dates: null, currency, prices: [] });
    for (const [name, night] of ONE_NIGHT) {
      const value = attributes[name]?.value.trim();
      if (value !== undefined && value !== night)
        this.problems.invalid(at(name), value, `${night}: a price is for one night`);
    }
    const rate = this.rates.at(-1) as Rate;
    rate.dates = readDates(element, at, this.problems);
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
    const rate = this.rates.at(-1);
    if (value === null || occupancy === null || !rate) return;
    const currency = attributes['CurrencyCode']?.value.trim() ?? rate.currency ?? null;
    rate.prices.push({ place, value, currency, occupancy: occupancy.number });
  }

  /** @param amount the place of the amount */
  private readPrice(attributes: XmlElement['attributes'], amount: string): CellPrice | null {
    const { AmountAfterTax: afterTax, AmountBeforeTax: beforeTax, DecimalPlaces: places } = attributes;
    const place = `${amount}/@AmountAfterTax`;
    if (!afterTax && beforeTax)
      return this.problems.add('invalidValue', place, `${place} is missing: prices include all taxes`);
    if (!afterTax) return this.problems.missing(place);
    const text = afterTax.value.trim();
    const refuse = (expected: string) => this.problems.invalid(place, text, expected);
    const digits = places?.value.trim() ?? '0';
    if (!DECIMAL_PLACES.test(digits))
      return this.problems.invalid(`${amount}/@DecimalPlaces`, digits, 'a whole number from 0 to 4');
    const written = parseDecimal(text);
    // An amount with a decimal point says itself what it is. Without one, 20000 with two places is 200.00.
    const scale = text.includes('.') ? 0 : Number(digits);
    const decimal = written && { value: written.value, scale: written.scale + scale };
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

/** Whether an unknown element is directly inside of a known one. */
function isOutermost(name: string): boolean {
  const levels = name.split('/');
  if (levels.length > MAX_KNOWN_LEVELS || levels.includes('*')) return false;
  return levels.length === 1 || KNOWN.includes(levels.slice(0, -1).join('/'));
}
