import type { OpenPart } from './notification';
import { Notification } from './notification';
import type { Problems } from './problems';
import type { OtaReader } from './soap-reader';
import type { XmlElement } from './xml-reader';

/** Reads a notification: its hotel, and its parts one after the other. All values are in attributes. */
export abstract class NotificationReader implements OtaReader {
  readonly notification: Notification;
  private readonly list: string;
  private readonly item: string;
  private part: OpenPart | undefined;

  /** @param root the path of the notification @param partName the element of a part; its plural is the element of the list */
  constructor(
    private readonly root: string,
    partName: string,
  ) {
    this.notification = new Notification(partName);
    this.list = `${root}/${partName}s`;
    this.item = `${this.list}/${partName}`;
  }

  open(path: string, element: XmlElement): void {
    if (path === this.list) this.notification.readHotel(element);
    else if (path === this.item) this.start(element, (this.part = this.notification.startPart()));
    else if (this.part && path.startsWith(this.item))
      this.readChild(path.slice(this.item.length + 1), element, this.part);
  }

  text(): void {
    // A notification has no text: all values are in attributes.
  }

  close(path: string): void {
    if (path === this.root) this.notification.end();
    if (path !== this.item || !this.part) return;
    const { part } = this;
    this.part = undefined;
    this.finish(part);
  }

  /** Begins a part: forgets the values of the one before. */
  protected abstract start(element: XmlElement, part: OpenPart): void;
  /** @param name the path of an element inside of the part */
  protected abstract readChild(name: string, element: XmlElement, part: OpenPart): void;
  /** Adds the values of a part to the notification. */
  protected abstract finish(part: OpenPart): void;

  protected get problems(): Problems {
    return this.notification.problems;
  }
}
