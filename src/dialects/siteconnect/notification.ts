import { lengthOf } from '../date-spread';
import type { MessagePart } from '../message';
import { factsOf, MAX_MESSAGE_FACTS } from '../message';
import type { WrittenDates } from './application-control';
import { readApplicationControl } from './application-control';
import { OtaFailure } from './ota-failure';
import { Problems } from './problems';
import { rangesOn } from './weekdays';
import type { XmlElement } from './xml-reader';

/** The limit also counts parts without effect, because they take time as well. */
const MAX_PARTS = 50_000;
/** A longer range has too many facts, even if it is for one day of the week. */
const MAX_RANGE = 7 * MAX_MESSAGE_FACTS;

type Values = Pick<MessagePart, 'roomsLeft' | 'price' | 'restrictions'>;

/** One part of a notification while it is read. */
export interface OpenPart {
  /** For example `AvailStatusMessage[3]`. */
  readonly place: string;
  /** Undefined until it is read, or if it is wrong. */
  control?: ReturnType<typeof readApplicationControl>;
  hasControl: boolean;
}

/** Collects the values and the problems of a notification, part by part. */
export class Notification {
  readonly parts: MessagePart[] = [];
  readonly problems = new Problems();
  hotelCode: string | undefined;
  private count = 0;
  private facts = 0;

  /** @param partName the element of a part, for example `AvailStatusMessage` */
  constructor(private readonly partName: string) {}

  /** Reads the `HotelCode` of the element around the parts. */
  readHotel({ local, attributes }: XmlElement): void {
    const code = attributes['HotelCode']?.value;
    const place = `${local}/@HotelCode`;
    if (!code) this.problems.missing(place);
    else if (code !== (this.hotelCode ??= code))
      this.problems.invalid(place, code, 'the same in the whole message');
  }

  /** @throws OtaFailure */
  startPart(): OpenPart {
    if (++this.count > MAX_PARTS)
      throw new OtaFailure(
        `The message has more than ${MAX_PARTS} elements ${this.partName}: send several messages`,
      );
    return { place: `${this.partName}[${this.count}]`, hasControl: false };
  }

  readControl(part: OpenPart, element: XmlElement): void {
    part.hasControl = true;
    part.control = readApplicationControl(element, part.place, this.problems);
  }

  /**
   * Adds the values of a part.
   * @param dates the dates of the values; they take precedence over the dates of the part
   * @throws OtaFailure
   */
  add({ place, control, hasControl }: OpenPart, values: Values, dates: WrittenDates = {}): void {
    if (!hasControl) this.problems.missing(`${place}/StatusApplicationControl`);
    if (!control) return;
    const { roomsLeft, price, restrictions } = values;
    const hasValues = roomsLeft !== undefined || price || restrictions;
    const at = `${place}/StatusApplicationControl`;
    const { roomId, ratePlanId } = control;
    if (ratePlanId === null && price) {
      this.problems.missing(`${at}/@RatePlanCode`);
      return;
    }
    const { from, to, weekdays } = { ...control, ...dates };
    if (!from && hasValues) this.problems.missing(`${at}/@Start`);
    if (!to && hasValues) this.problems.missing(`${at}/@End`);
    if (!from || !to) return;
    if (to < from) {
      this.problems.invalid(`${at}/@End`, to, `${from}, which is the start, or later`);
      return;
    }
    if (!hasValues) return;
    const whole = { from, to };
    if (lengthOf(from, to) > MAX_RANGE) refuseSize();
    for (const range of weekdays ? rangesOn(weekdays, whole) : [whole])
      this.addRange({ place, hotelCode: this.hotelCode ?? '', roomId, ratePlanId, ...range, ...values });
  }

  private addRange(part: MessagePart): void {
    this.facts += factsOf(part);
    if (this.facts > MAX_MESSAGE_FACTS) refuseSize();
    this.parts.push(part);
  }

  /** Checks that the message was complete. */
  end(): void {
    const hasHotel = this.hotelCode !== undefined || this.problems.list.length > 0;
    if (!hasHotel) this.problems.missing(`${this.partName}s/@HotelCode`);
    if (this.count === 0) this.problems.missing(this.partName);
  }
}

/** @throws OtaFailure */
function refuseSize(): never {
  throw new OtaFailure(
    `The message has more than ${MAX_MESSAGE_FACTS} numbers and restrictions of dates: send several messages`,
  );
}
