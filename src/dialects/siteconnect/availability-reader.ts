import { quote } from '../../platform/http/quote';
import type { RestrictionName } from '../../calendar/restrictions';
import { effectiveNights, MAX_NIGHTS } from '../../calendar/restrictions';
import { MAX_ROOMS_LEFT } from '../../calendar/cell';
import type { OpenPart } from './notification';
import { NotificationReader } from './notification-reader';
import type { XmlElement } from './xml-reader';

/** The values of `RestrictionStatus@Restriction`. Without this attribute, the status opens or closes sales. */
const FLAGS = new Map<string, RestrictionName>([
  ['Master', 'stopSell'],
  ['Arrival', 'closedToArrival'],
  ['Departure', 'closedToDeparture'],
]);
const STATUSES = new Map([
  ['Open', 0],
  ['Close', 1],
]);
/** Limits of a `RestrictionStatus` that the calendar does not have. */
const OFFSETS = ['MinAdvancedBookingOffset', 'MaxAdvancedBookingOffset'];

/** The kinds of `LengthOfStay@MinMaxMessageType`, without a `Set` or `Remove` before them. Others are ignored. */
const STAYS = new Map<string, RestrictionName>([
  ['MinLOS', 'minStayArrival'],
  ['ForwardMinStay', 'minStayThrough'],
  ['MaxLOS', 'maxStay'],
  ['ForwardMaxStay', 'maxStay'],
]);
/** A stay of exactly these nights. Ignoring it would sell other stays. */
const FIXED = /^(Set)?FixedLOS$/;
/** Parts of an `AvailStatusMessage` that set nothing. */
const SILENT = ['StatusApplicationControl', 'RestrictionStatus', 'LengthsOfStay', 'UniqueID', '*'];

/** Reads `OTA_HotelAvailNotifRQ`: rooms left and restrictions, by date. */
export class AvailabilityReader extends NotificationReader {
  private roomsLeft: number | undefined;
  private restrictions: Partial<Record<RestrictionName, number>> = {};

  constructor() {
    super('/OTA_HotelAvailNotifRQ', 'AvailStatusMessage');
  }

  protected start({ attributes }: XmlElement, part: OpenPart): void {
    this.restrictions = {};
    this.roomsLeft = this.readLimit(attributes, part) ?? undefined;
  }

  protected finish(part: OpenPart): void {
    const { roomsLeft, restrictions } = this;
    if (Object.keys(restrictions).length > 0) this.notification.add(part, { roomsLeft, restrictions });
    else this.notification.add(part, { roomsLeft });
  }

  private readLimit(attributes: XmlElement['attributes'], { place }: OpenPart): number | null {
    const limit = attributes['BookingLimit']?.value.trim();
    if (limit === undefined) return null;
    const type = attributes['BookingLimitMessageType']?.value ?? 'SetLimit';
    if (type !== 'SetLimit')
      return this.problems.invalid(`${place}/@BookingLimitMessageType`, type, 'SetLimit');
    const rooms = /^\d{1,10}$/.test(limit) ? Number(limit) : Infinity;
    if (rooms <= MAX_ROOMS_LEFT) return rooms;
    return this.problems.invalid(
      `${place}/@BookingLimit`,
      limit,
      `a whole number from 0 to ${MAX_ROOMS_LEFT}`,
    );
  }

  protected readChild(name: string, element: XmlElement, part: OpenPart): void {
    if (name === 'StatusApplicationControl') this.notification.readControl(part, element);
    else if (name === 'RestrictionStatus') this.readStatus(element, part);
    else if (name === 'LengthsOfStay/LengthOfStay') this.readStay(element, part);
    else if (!name.includes('/') && !SILENT.includes(name))
      this.problems.ignore(`${name} is not supported and was ignored`);
  }

  private readStatus({ attributes }: XmlElement, { place }: OpenPart): void {
    const at = `${place}/RestrictionStatus`;
    const offsets = OFFSETS.filter((name) => attributes[name]);
    for (const name of offsets) this.problems.ignore(`${name} is not supported and was ignored`);
    const status = attributes['Status']?.value;
    const restriction = attributes['Restriction']?.value ?? 'Master';
    const [name, value] = [FLAGS.get(restriction), STATUSES.get(status ?? '')];
    if (status === undefined) {
      if (offsets.length === 0) this.problems.missing(`${at}/@Status`);
    } else if (value === undefined) this.problems.invalid(`${at}/@Status`, status, 'Open or Close');
    else if (name) this.restrictions[name] = value;
    else this.problems.invalid(`${at}/@Restriction`, restriction, 'Master, Arrival or Departure');
  }

  private readStay({ attributes }: XmlElement, { place }: OpenPart): void {
    const at = `${place}/LengthsOfStay/LengthOfStay`;
    const type = attributes['MinMaxMessageType']?.value.trim();
    const [, action, kind] = /^(Set|Remove)?(.*)$/.exec(type ?? '') ?? [];
    const name = STAYS.get(kind ?? '');
    const unit = attributes['TimeUnit']?.value ?? 'Day';
    const time = action === 'Remove' ? '0' : (attributes['Time']?.value.trim() ?? '0');
    if (type === undefined) this.problems.missing(`${at}/@MinMaxMessageType`);
    else if (FIXED.test(type))
      this.problems.invalid(`${at}/@MinMaxMessageType`, type, 'a minimum or a maximum stay');
    else if (!name) this.problems.ignore(`LengthOfStay ${quote(type)} is not supported and was ignored`);
    else if (unit !== 'Day') this.problems.invalid(`${at}/@TimeUnit`, unit, 'Day');
    else if (/^\d{1,3}$/.test(time)) this.restrictions[name] = effectiveNights(name, Number(time));
    else this.problems.invalid(`${at}/@Time`, time, `a whole number from 0 to ${MAX_NIGHTS}`);
  }
}
