import type { SaxesTagNS } from 'saxes';
import { SaxesParser } from 'saxes';
import { isNativeError } from 'node:util/types';
import { XmlProblem } from './xml-problem';

/** The maximum depth of elements. A SiteConnect message has nine levels. */
const MAX_DEPTH = 64;
/**
 * The maximum number of attributes of an element, which are read without a pause. A SiteConnect element has at most
 * ten.
 */
const MAX_ATTRIBUTES = 64;
/** The largest part of a message that may come before its first element. */
const MAX_PROLOG = 8_192;
const MAX_REASON_LENGTH = 120;
/** The parts of a prolog that are allowed: white space, the XML declaration and other instructions, comments. */
const PROLOG_PART = /\s+|<\?[^]*?\?>|<!--[^]*?-->/y;
const PLACE = /^\d+:\d+: /;
const CHARSETS = ['utf-8', 'us-ascii'];

/** An element with its attributes. The key of an attribute without a namespace is its name. */
export type XmlElement = Pick<SaxesTagNS, 'uri' | 'local' | 'attributes'>;

/** Receives the content of a message in its order. */
export interface XmlHandler {
  open(element: XmlElement): void;
  text(text: string): void;
  close(): void;
}

/**
 * Reads XML in UTF-8 piece by piece, without building a document. It refuses every entity that XML does not predefine, and it
 * refuses a document type before it reads anything else.
 */
export class XmlReader {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private depth = 0;
  private attributes = 0;
  /** The text before the first element; undefined after that. */
  private prolog: string | undefined = '';

  /**
   * Registers only six handlers. The parser stores each handler under a computed name, and V8 makes an object with more such
   * names several times slower.
   */
  constructor(handler: XmlHandler) {
    const { parser } = this;
    parser.on('opentagstart', () => this.startElement());
    parser.on('attribute', () => this.countAttribute());
    parser.on('opentag', (tag) => handler.open(tag));
    parser.on('text', (text) => handler.text(text));
    parser.on('cdata', (text) => handler.text(text));
    parser.on('closetag', () => {
      this.depth--;
      handler.close();
    });
  }

  /** @throws XmlProblem, and all errors of the handler */
  write(bytes: Uint8Array): void {
    const decoded = this.decode(bytes);
    // Some senders write blanks before the declaration. The decoder removes a byte order mark.
    const text = this.prolog === '' ? decoded.trimStart() : decoded;
    if (this.prolog !== undefined) this.checkProlog(this.prolog + text);
    this.parse(() => this.parser.write(text));
    if (this.prolog !== undefined && this.prolog.length > MAX_PROLOG)
      this.refuse(`its first element must begin within ${MAX_PROLOG} characters`);
  }

  /** @throws XmlProblem if the message is not complete */
  end(): void {
    const rest = this.decode();
    this.parse(() => this.parser.write(rest).close());
  }

  /** Without a handler for errors, the parser throws the first one. */
  private parse(run: () => void): void {
    try {
      run();
    } catch (error) {
      const reason = isParserError(error) ? reasonOf(error) : undefined;
      if (reason === undefined) throw error;
      this.refuse(reason);
    }
  }

  private decode(bytes?: Uint8Array): string {
    try {
      return this.decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      // The parser reads up to the wrong bytes, so that it knows their place.
      const [valid = ''] = new TextDecoder().decode(bytes).split('\uFFFD', 1);
      this.parse(() => this.parser.write(valid));
      return this.refuse('it is not UTF-8');
    }
  }

  private checkProlog(prolog: string): void {
    PROLOG_PART.lastIndex = 0;
    let end = 0;
    while (PROLOG_PART.test(prolog)) end = PROLOG_PART.lastIndex;
    if (prolog.startsWith('<!DOCTYPE', end)) {
      const lines = prolog.slice(0, end).split('\n');
      throw new XmlProblem(DOCUMENT_TYPE, lines.length, lines.at(-1)?.length ?? 0);
    }
    this.prolog = prolog;
  }

  private startElement(): void {
    if (this.prolog !== undefined) this.checkEncoding(this.parser.xmlDecl.encoding);
    this.prolog = undefined;
    this.attributes = 0;
    if (++this.depth > MAX_DEPTH) this.refuse(`it has more than ${MAX_DEPTH} levels`);
  }

  private checkEncoding(encoding = 'utf-8'): void {
    if (!CHARSETS.includes(encoding.toLowerCase()))
      this.refuse('it must be in UTF-8, and declares another encoding');
  }

  private countAttribute(): void {
    if (++this.attributes > MAX_ATTRIBUTES)
      this.refuse(`an element has more than ${MAX_ATTRIBUTES} attributes`);
  }

  private refuse(reason: string): never {
    throw new XmlProblem(reason, this.parser.line, this.parser.column);
  }
}

const DOCUMENT_TYPE = 'it has a document type, which is not allowed';

/** The parser throws a plain error that begins with the place. */
function isParserError(error: unknown): error is Error {
  return isNativeError(error) && error.name === 'Error' && PLACE.test(error.message);
}

/** The parser's message, without the place at its beginning. It may repeat a name of any length. */
function reasonOf({ message }: Error): string {
  const reason = message.replace(PLACE, '').replace(/\.$/, '');
  return reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason;
}
