import type { MessagePart } from '../message';
import { MAX_MESSAGE_CELLS } from '../message';
import { lengthOf } from '../date-spread';
import { readApplicationControl } from './application-control';
import { OtaFailure } from './ota-failure';
import { Problems } from './problems';
import type { XmlElement } from './xml-reader';

/** The limit also counts parts without effect, because they take time as well. */
const MAX_PARTS = 50_000;

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
  private cells = 0;

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
   * @throws OtaFailure
   */
  add(
    { place, control, hasControl }: OpenPart,
    values: Pick<MessagePart, 'roomsLeft' | 'price' | 'restrictions'>,
  ): void {
    if (!hasControl) this.problems.missing(`${place}/StatusApplicationControl`);
    const { roomsLeft, price, restrictions } = values;
    if (!control || (roomsLeft === undefined && !price && !restrictions)) return;
    if (control.ratePlanId === null && (price ?? restrictions)) {
      this.problems.missing(`${place}/StatusApplicationControl/@RatePlanCode`);
      return;
    }
    this.cells += lengthOf(control.from, control.to);
    if (this.cells > MAX_MESSAGE_CELLS)
      throw new OtaFailure(
        `The message has more than ${MAX_MESSAGE_CELLS} dates of rooms and plans: send several messages`,
      );
    this.parts.push({ place, ...control, ...values });
  }

  /** Checks that the message was complete. */
  end(): void {
    const hasHotel = this.hotelCode !== undefined || this.problems.list.length > 0;
    if (!hasHotel) this.problems.missing(`${this.partName}s/@HotelCode`);
    if (this.count === 0) this.problems.missing(this.partName);
  }
}
