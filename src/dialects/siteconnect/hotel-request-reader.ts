import { OtaFailure } from './ota-failure';
import { Problems } from './problems';
import type { OtaReader } from './soap-reader';
import { isTrue } from './weekdays';
import type { XmlElement } from './xml-reader';

const ROOT = '/OTA_HotelAvailRQ';
const SEGMENT = `${ROOT}/AvailRequestSegments/AvailRequestSegment`;
const HOTEL = `${SEGMENT}/HotelSearchCriteria/Criterion/HotelRef`;
const PLACE = 'HotelRef/@HotelCode';

/** Reads `OTA_HotelAvailRQ`: the request for the rooms and plans of a hotel. */
export class HotelRequestReader implements OtaReader {
  readonly problems = new Problems();
  hotelCode: string | undefined;

  /** @throws OtaFailure if it asks for something other than rooms and plans */
  open(path: string, { attributes }: XmlElement): void {
    if (path === ROOT && !isTrue(attributes['AvailRatesOnly']?.value ?? ''))
      throw new OtaFailure(
        'OTA_HotelAvailRQ is only answered with AvailRatesOnly="true": the rooms and plans of a hotel',
      );
    if (path === HOTEL) this.readHotel(attributes['HotelCode']?.value);
  }

  text(): void {
    // All values are in attributes.
  }

  close(path: string): void {
    if (path === ROOT && this.hotelCode === undefined && this.problems.list.length === 0)
      this.problems.missing(PLACE);
  }

  private readHotel(code: string | undefined): void {
    if (!code) this.problems.missing(PLACE);
    else if (code !== (this.hotelCode ??= code))
      this.problems.invalid(PLACE, code, 'the same in the whole message');
  }
}
