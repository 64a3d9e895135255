declare const xml: unique symbol;

/** XML text in which everything is escaped. Plain text becomes XML only through `text`. */
export type Xml = string & { readonly [xml]: true };

/** An attribute that is undefined is left out. */
export type Attributes = Record<string, string | undefined>;

const NAME = /^[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?$/;
/** Characters that XML 1.0 cannot contain, not even as references. */
// eslint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/gu;
/** A reader would change an unescaped line break or tab in an attribute. */
const SPECIAL = /[&<>"'\t\n\r]/g;

/**
 * Writes an element.
 * @throws Error if a name is no XML name
 */
export function element(name: string, attributes: Attributes, ...children: Xml[]): Xml {
  const start = `<${checked(name)}${Object.entries(attributes).map(attribute).join('')}`;
  return (children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`) as Xml;
}

/** Writes text. A character that XML cannot contain becomes U+FFFD. */
export function text(value: string): Xml {
  const possible = value.replace(IMPOSSIBLE, '\uFFFD');
  return possible.replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`) as Xml;
}

function attribute([name, value]: [string, string | undefined]): string {
  return value === undefined ? '' : ` ${checked(name)}="${text(value)}"`;
}

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error(`Not an XML name: ${name}`);
  return name;
}
