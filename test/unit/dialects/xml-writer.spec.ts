import fc from 'fast-check';
import { element, text } from '../../../src/dialects/siteconnect/xml-writer';
import { XmlReader } from '../../../src/dialects/siteconnect/xml-reader';

describe('the XML writer', () => {
  it('The XML writer writes elements, attributes and text', () => {
    const inner = [element('b', { x: '1', y: undefined }), element('s:c', {}, text('2 < 3'))];
    expect(element('a', { xmlns: 'urn:a' }, ...inner)).toBe(
      '<a xmlns="urn:a"><b x="1"/><s:c>2 &#60; 3</s:c></a>',
    );
  });

  it('The XML writer refuses an invalid name', () => {
    for (const name of ['', '1a', 'a b', 'a>', 'a:b:c']) {
      expect(() => element(name, {})).toThrow('Not an XML name');
      expect(() => element('a', { [name]: '' })).toThrow('Not an XML name');
    }
  });

  it('The XML reader gets back any text that the XML writer wrote, with U+FFFD for characters outside of XML', () => {
    const characters = fc.string({ unit: 'binary' });
    const special = fc.string({
      unit: fc.constantFrom('&', '<', '>', '"', "'", '\n', '\r', '\t', '\0', ']]>', '\uD800'),
    });
    fc.assert(
      fc.property(fc.oneof(characters, special), (value) => {
        let attribute: string | undefined;
        let content = '';
        const reader = new XmlReader({
          open: ({ attributes }) => (attribute = attributes['x']?.value),
          text: (part) => (content += part),
          close: () => undefined,
        });
        reader.write(Buffer.from(element('a', { x: value }, text(value))));
        reader.end();
        // eslint-disable-next-line no-control-regex
        const expected = value.replace(/[\0-\x08\v\f\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/gu, '\uFFFD');
        expect([attribute, content]).toEqual([expected, expected]);
      }),
    );
  });
});
