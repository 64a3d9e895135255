import type { SoapNamespace } from './envelope';
import { isOfVersion12 } from './envelope';
import { OTA_NAMESPACE } from './soap-reader';
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

/** @param envelope the namespace of the envelope of the call */
export function writeAnswer(
  { name, echoToken, content }: OtaAnswer,
  now: Date,
  envelope: SoapNamespace,
): string {
  const attributes = {
    xmlns: OTA_NAMESPACE,
    EchoToken: echoToken,
    // Senders do not read fractions of a second.
    TimeStamp: now.toISOString().replace(/\.\d+Z$/, '+00:00'),
    Version: VERSION,
  };
  return writeEnvelope(element(name, attributes, ...content), envelope);
}

/** Writes a failure below the level of OTA messages. */
export function writeFault(status: number, message: string, envelope: SoapNamespace): string {
  const isOfSender = status < 500;
  const parts = isOfVersion12(envelope)
    ? [
        element(
          'soap:Code',
          {},
          element('soap:Value', {}, text(isOfSender ? 'soap:Sender' : 'soap:Receiver')),
        ),
        element('soap:Reason', {}, element('soap:Text', { 'xml:lang': 'en' }, text(message))),
      ]
    : [
        element('faultcode', {}, text(isOfSender ? 'soap:Client' : 'soap:Server')),
        element('faultstring', {}, text(message)),
      ];
  return writeEnvelope(element('soap:Fault', {}, ...parts), envelope);
}

function writeEnvelope(body: Xml, envelope: SoapNamespace): string {
  const attributes = { 'xmlns:soap': envelope };
  return (
    DECLARATION +
    element('soap:Envelope', attributes, element('soap:Header', {}), element('soap:Body', {}, body))
  );
}
