import { BadRequestException } from '@nestjs/common';
import { AvailabilityReader } from './availability-reader';
import { HotelRequestReader } from './hotel-request-reader';
import { PingReader } from './ping-reader';
import { RateReader } from './rate-reader';
import type { OtaReader } from './soap-reader';
import type { XmlElement } from './xml-reader';

const REQUEST = /^OTA_\w{1,60}RQ$/;

/** Reads nothing: the message is not supported. */
export class UnknownReader implements OtaReader {
  open(): void {
    // Not supported.
  }

  text(): void {
    // Not supported.
  }

  close(): void {
    // Not supported.
  }
}

/** An OTA message, from its element on. */
export interface OtaMessage {
  /** For example `OTA_PingRQ`. */
  name: string;
  /** The sender's id of the message. */
  echoToken: string | undefined;
  /** The content that is read so far. */
  reader: AvailabilityReader | RateReader | HotelRequestReader | PingReader | UnknownReader;
}

/** Starts to read the message of an element. @throws BadRequestException if it is no request */
export function startMessage({ local, attributes }: XmlElement): OtaMessage {
  if (!REQUEST.test(local))
    throw new BadRequestException('The first element of the SOAP body must be an OTA request, as OTA_PingRQ');
  return { name: local, echoToken: attributes['EchoToken']?.value, reader: readerOf(local) };
}

/** The name of the answer to a message, for example `OTA_PingRS`. */
export function answerName({ name }: OtaMessage): string {
  return name.replace(/RQ$/, 'RS');
}

function readerOf(name: string): OtaMessage['reader'] {
  switch (name) {
    case 'OTA_HotelAvailNotifRQ':
      return new AvailabilityReader();
    case 'OTA_HotelRateAmountNotifRQ':
      return new RateReader();
    case 'OTA_HotelAvailRQ':
      return new HotelRequestReader();
    case 'OTA_PingRQ':
      return new PingReader();
    default:
      return new UnknownReader();
  }
}
