import { BadRequestException } from '@nestjs/common';
import type { SoapNamespace } from './envelope';
import { isSoapNamespace, SOAP_NAMESPACES } from './envelope';
import type { XmlElement, XmlHandler } from './xml-reader';

export const OTA_NAMESPACE = 'http://www.opentravel.org/OTA/2003/05';

const BODY = '/soap:Envelope/soap:Body';
const BODY_LEVELS = 2;
/** Senders write the security header in several namespaces, or in none. */
const PASSWORD = '/soap:Envelope/soap:Header/Security/UsernameToken/Password';
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

/** Reads a SOAP envelope: the password in its header, and the OTA message that is the first element of its body. */
export class SoapReader implements XmlHandler {
  /** The element of the OTA message; undefined until it begins. */
  action: XmlElement | undefined;
  /** The namespace of the envelope; undefined until it begins. */
  envelope: SoapNamespace | undefined;
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
    this.envelope ??= namespaceOf(element);
    const { path } = this.enter(parent, this.ota ? nameInMessage(element) : this.nameInEnvelope(element));
    if (this.ota) return this.ota.open(path, element);
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

  private nameInEnvelope({ uri, local }: XmlElement): string {
    return uri === this.envelope ? `soap:${local}` : local;
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

function namespaceOf({ uri, local }: XmlElement): SoapNamespace {
  if (local === 'Envelope' && isSoapNamespace(uri)) return uri;
  throw new BadRequestException(
    `The first element must be the Envelope of SOAP, in the namespace ${SOAP_NAMESPACES.join(' or ')}`,
  );
}

function isPlain({ attributes }: XmlElement): boolean {
  const type = attributes['Type']?.value ?? attributes['type']?.value;
  return type === undefined || PLAIN_PASSWORD.test(type);
}

function nameInMessage({ uri, local }: XmlElement): string {
  return uri === OTA_NAMESPACE ? local : '*';
}
