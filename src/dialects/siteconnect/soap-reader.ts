import { BadRequestException } from '@nestjs/common';
import type { XmlElement, XmlHandler } from './xml-reader';

export const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const OTA_NAMESPACE = 'http://www.opentravel.org/OTA/2003/05';
const SECURITY_NAMESPACE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

const BODY = '/soap:Envelope/soap:Body';
const BODY_LEVELS = 2;
const PASSWORD = '/soap:Envelope/soap:Header/wsse:Security/wsse:UsernameToken/wsse:Password';
/** A sender may send the password as text or as a digest. A digest cannot be checked against a token. */
const PLAIN_PASSWORD = /#PasswordText$/i;
/** An access token has 43 characters. */
const MAX_PASSWORD_LENGTH = 1_000;

/**
 * Reads one OTA message. A path is the local names from the message's own element on, for example
 * `/OTA_PingRQ/EchoData`; an element of another namespace is `*` in it.
 */
export interface OtaReader {
  open(path: string, element: XmlElement): void;
  text(path: string, text: string): void;
  close(path: string): void;
}

/** The maximum number of cached paths, because a hostile message may have any number. */
const MAX_PATHS = 1_000;

/** The path of elements, written once for the thousands of elements that share it. */
class ElementPath {
  readonly below = new Map<string, ElementPath>();

  constructor(readonly path: string) {}
}

/** Reads a SOAP 1.1 envelope: the password in its header, and the OTA message that is the first element of its body. */
export class SoapReader implements XmlHandler {
  /** The element of the OTA message; undefined until it begins. */
  action: XmlElement | undefined;
  private readonly root = new ElementPath('');
  private readonly opened: ElementPath[] = [];
  private kept = 0;
  private ota: OtaReader | undefined;
  private written: string | undefined;

  /** @param startMessage returns the reader of the OTA message with this element */
  constructor(private readonly startMessage: (action: XmlElement) => OtaReader) {}

  /** The password of the UsernameToken; undefined if there is none. */
  get password(): string | undefined {
    return this.written?.trim();
  }

  open(element: XmlElement): void {
    const parent = this.opened.at(-1) ?? this.root;
    if (parent.path === BODY) return this.openMessage(element);
    const { path } = this.enter(parent, nameOf(element, !this.ota));
    if (this.ota) return this.ota.open(path, element);
    if (this.opened.length === 1) assertEnvelope(element);
    if (path === PASSWORD && isPlain(element)) this.written = '';
  }

  text(text: string): void {
    const { path } = this.opened.at(-1) ?? this.root;
    if (this.ota) return this.ota.text(path, text);
    if (path !== PASSWORD || this.written === undefined) return;
    this.written += text;
    if (this.written.length > MAX_PASSWORD_LENGTH) throw new BadRequestException('The password is too long');
  }

  close(): void {
    const { path } = this.opened.pop() ?? this.root;
    if (!this.ota) return;
    this.ota.close(path);
    if (this.opened.length === BODY_LEVELS) this.ota = undefined;
  }

  /** Only the first element of the body counts. */
  private openMessage(element: XmlElement): void {
    if (this.action) return void this.opened.push(new ElementPath('*'));
    if (element.uri !== OTA_NAMESPACE)
      throw new BadRequestException(
        `The first element of the SOAP body must be in the namespace ${OTA_NAMESPACE}`,
      );
    this.action = element;
    this.ota = this.startMessage(element);
    this.ota.open(this.enter(this.root, element.local).path, element);
  }

  private enter(parent: ElementPath, name: string): ElementPath {
    let entered = parent.below.get(name);
    if (!entered) {
      entered = new ElementPath(`${parent.path}/${name}`);
      if (this.kept++ < MAX_PATHS) parent.below.set(name, entered);
    }
    this.opened.push(entered);
    return entered;
  }
}

function assertEnvelope({ uri, local }: XmlElement): void {
  if (uri !== SOAP_NAMESPACE || local !== 'Envelope')
    throw new BadRequestException(
      `The first element must be the Envelope of SOAP 1.1, in the namespace ${SOAP_NAMESPACE}`,
    );
}

function isPlain({ attributes }: XmlElement): boolean {
  const type = attributes['Type']?.value ?? attributes['type']?.value;
  return type === undefined || PLAIN_PASSWORD.test(type);
}

function nameOf({ uri, local }: XmlElement, isEnvelope: boolean): string {
  if (!isEnvelope) return uri === OTA_NAMESPACE ? local : '*';
  if (uri === SOAP_NAMESPACE) return `soap:${local}`;
  return uri === SECURITY_NAMESPACE ? `wsse:${local}` : '*';
}
