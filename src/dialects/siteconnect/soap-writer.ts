import { OTA_NAMESPACE, SOAP_NAMESPACE } from './soap-reader';
import type { Xml } from './xml-writer';
import { element, text } from './xml-writer';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const VERSION = '1.0';

export interface OtaAnswer {
  /** For example `OTA_PingRS`. */
  name: string;
  /** The `EchoToken` of the message; undefined if it has none. */
  echoToken: string | undefined;
  content: Xml[];
}

export function writeAnswer({ name, echoToken, content }: OtaAnswer, now: Date): string {
  const attributes = {
    xmlns: OTA_NAMESPACE,
    EchoToken: echoToken,
    TimeStamp: now.toISOString(),
    Version: VERSION,
  };
  return writeEnvelope(element(name, attributes, ...content));
}

/** Writes a failure below the level of OTA messages. */
export function writeFault(status: number, message: string): string {
  const cause = status < 500 ? 'soap:Client' : 'soap:Server';
  return writeEnvelope(
    element(
      'soap:Fault',
      {},
      element('faultcode', {}, text(cause)),
      element('faultstring', {}, text(message)),
    ),
  );
}

function writeEnvelope(body: Xml): string {
  const attributes = { 'xmlns:soap': SOAP_NAMESPACE };
  return (
    DECLARATION +
    element('soap:Envelope', attributes, element('soap:Header', {}), element('soap:Body', {}, body))
  );
}
