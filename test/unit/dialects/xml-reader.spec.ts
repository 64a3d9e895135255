import type { XmlElement } from '../../../src/dialects/siteconnect/xml-reader';
import { XmlReader } from '../../../src/dialects/siteconnect/xml-reader';

/** Reads a message in pieces, and returns what the handler received. */
function read(message: string | Buffer, pieceBytes = 1_000): string[] {
  const events: string[] = [];
  const reader = new XmlReader({
    open: ({ uri, local, attributes }: XmlElement) => {
      const values = Object.values(attributes).map(({ name, value }) => ` ${name}=${value}`);
      events.push(`{${uri}}${local}${values.join('')}`);
    },
    text: (text) => events.push(`"${text}"`),
    close: () => events.push('/'),
  });
  const bytes = Buffer.from(message);
  for (let start = 0; start < bytes.length; start += pieceBytes)
    reader.write(bytes.subarray(start, start + pieceBytes));
  reader.end();
  return events;
}

describe('the XML reader', () => {
  it('The XML reader resolves namespaces, predefined entities, references and CDATA', () => {
    const message =
      '<?xml version="1.0"?><a xmlns="urn:a" xmlns:b="urn:b"><b:c x="&lt;&#65;&quot;">&amp;<![CDATA[<]]></b:c></a>';
    expect(read(message)).toEqual([
      '{urn:a}a xmlns=urn:a xmlns:b=urn:b',
      '{urn:b}c x=<A"',
      '"&"',
      '"<"',
      '/',
      '/',
    ]);
  });

  it('The XML reader reads the same from any pieces, even if they cut a character', () => {
    const message = '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<!-- é -->\n<a é="€">𝄞</a>\n';
    const whole = read(message);
    expect(whole).toContain('"𝄞"');
    for (const bytes of [1, 2, 3, 5]) expect(read(message, bytes)).toEqual(whole);
  });

  it.each([
    ['<a><b></a>', 'line 1, column 10: unexpected close tag'],
    ['<a>\n  <b x=1/>\n</a>', 'line 2, column 8: unquoted attribute value'],
    ['<a>\n', 'line 2, column 0: unclosed tag: a'],
    ['', 'line 1, column 0: document must contain a root element'],
    ['<a/><b/>', 'documents may contain only one root'],
    ['<a x="1" x="2"/>', 'duplicate attribute: x'],
    ['<b:a/>', 'unbound namespace prefix: "b"'],
    ['<a>&#0;</a>', 'malformed character entity'],
    ['<a>&nbsp;</a>', 'line 1, column 9: undefined entity'],
    ['<a>&constructor;</a>', 'undefined entity'],
    ['{"a":1}', 'line 1, column 7: text data outside of root node'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'must be in UTF-8'],
  ])('The error of the XML reader names the place and the cause of %j', (message, problem) => {
    expect(() => read(message)).toThrow(problem);
  });

  it('The error of the XML reader names the place of a byte that is not UTF-8', () => {
    const message = Buffer.concat([Buffer.from('<a>\n<b>'), Buffer.from([0xff]), Buffer.from('</b></a>')]);
    expect(() => read(message)).toThrow('line 2, column 3: it is not UTF-8');
    expect(() => read(Buffer.from('<a>é</a>').subarray(0, 4))).toThrow('it is not UTF-8');
  });

  it('The XML reader refuses a document type before it reads its declarations', () => {
    const start = '<?xml version="1.0"?>\n<!-- <a/> -->\n<!DOCTYPE a [';
    for (const message of [start, `${start}<!ENTITY b "c">]><a>&b;</a>`, '<!DOCTYPE'])
      for (const pieceBytes of [1, 1_000])
        expect(() => read(message, pieceBytes)).toThrow('it has a document type, which is not allowed');
    expect(() => read(start)).toThrow('line 3, column 0');
    expect(read('<a><!-- <!DOCTYPE a> --></a>')).toEqual(['{}a', '/']);
  });

  it('The XML reader accepts 64 levels and refuses 65', () => {
    const deep = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    expect(read(deep(64))).toHaveLength(128);
    expect(() => read(deep(65))).toThrow('it has more than 64 levels');
  });

  it('The XML reader accepts 64 attributes and refuses 65', () => {
    const wide = (attributes: number) =>
      `<a ${Array.from({ length: attributes }, (_, index) => `a${index}=""`).join(' ')}/>`;
    expect(read(wide(64))).toHaveLength(2);
    expect(() => read(wide(65))).toThrow('an element has more than 64 attributes');
  });

  it('The XML reader refuses a message that begins with a long comment', () => {
    expect(() => read(`<!--${' '.repeat(20_000)}--><a/>`)).toThrow('its first element must begin within');
  });

  it('The error of the XML reader does not repeat a long name of the message', () => {
    let problem = '';
    try {
      read(`<a><${'b'.repeat(100_000)}:a/></a>`);
    } catch (error) {
      problem = String(error);
    }
    expect(problem).toContain('unbound namespace prefix');
    expect(problem.length).toBeLessThan(250);
  });
});
