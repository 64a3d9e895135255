import { OtaFailure } from './ota-failure';
import type { OtaReader } from './soap-reader';

const ECHO = '/OTA_PingRQ/EchoData';
const MAX_LENGTH = 1_024;

/** Reads `OTA_PingRQ`: a request to echo a text. */
export class PingReader implements OtaReader {
  /** The text to echo; undefined if there is none. */
  echo: string | undefined;

  open(path: string): void {
    if (path === ECHO) this.echo ??= '';
  }

  /** @throws OtaFailure */
  text(path: string, text: string): void {
    if (path !== ECHO) return;
    this.echo = (this.echo ?? '') + text;
    if (this.echo.length > MAX_LENGTH)
      throw new OtaFailure(`EchoData has more than ${MAX_LENGTH} characters`);
  }

  close(): void {
    // The text is complete.
  }
}
