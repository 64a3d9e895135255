import fc from 'fast-check';
import { differenceOf, normalName } from '../../src/platform/text/name';

const COMPOSED = 'Hôtel de l’Étoile';

/** The code points with the Unicode property White_Space. */
const WHITE_SPACE = [
  ...[0x9, 0xa, 0xb, 0xc, 0xd, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005],
  ...[0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
].map((code) => String.fromCodePoint(code));

describe('the normal form of a name', () => {
  it('A decomposed name becomes its composed form', () => {
    expect(COMPOSED.normalize('NFD')).toHaveLength(COMPOSED.length + 2);
    expect(normalName(COMPOSED.normalize('NFD'))).toBe(COMPOSED);
  });

  it('A normal name has no white space at its ends, and one space for each run of white space', () => {
    for (const space of WHITE_SPACE) {
      expect(normalName(`${space}Hotel${space} ${space}Bar${space}`)).toBe('Hotel Bar');
      expect(normalName(space)).toBe('');
    }
  });

  it.each([
    ['a zero-width space', '\u200B'],
    ['a zero-width no-break space, or byte order mark', '\uFEFF'],
    ['a word joiner', '\u2060'],
    ['a soft hyphen', '\u00AD'],
    ['a left-to-right mark', '\u200E'],
    ['a right-to-left embedding', '\u202B'],
    ['an isolate', '\u2068'],
    ['a joiner between Latin letters', '\u200D'],
    ['a non-joiner between Latin letters', '\u200C'],
    ['a variation selector after a Latin letter', '\uFE0F'],
  ])('A normal name does not contain %s', (_, character) => {
    expect(normalName(`${character}Ho${character}tel${character} Bar${character}`)).toBe('Hotel Bar');
  });

  it.each([
    ['a Persian word with a non-joiner', 'خانه\u200Cها'],
    ['a Malayalam letter with a joiner', 'അവന്\u200D'],
    ['an emoji of joined emoji', '👩\u200D❤\uFE0F\u200D👨'],
    ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['a curly apostrophe', 'l’Étoile'],
    ['a straight apostrophe', "l'Étoile"],
    ['upper case', 'HOTEL BAR'],
    ['full-width letters', 'Ｈｏｔｅｌ'],
  ])('A normal name keeps %s', (_, name) => {
    expect(normalName(name)).toBe(name);
  });

  it('A normal name stays as it is, and canonically equal texts have one normal form', () => {
    const character = fc.constantFrom(
      ...Array.from('aeE\u0301\u0308\u0323 \u00A0\u200D\u200B\uFE0F\u034Fن👩ß'),
    );
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        const text = characters.join('');
        const name = normalName(text);
        expect(normalName(name)).toBe(name);
        expect(name.normalize('NFC')).toBe(name);
        expect(normalName(text.normalize('NFD'))).toBe(name);
      }),
    );
  });
});

describe('the difference between a name and a typed text', () => {
  it.each([
    ['', undefined],
    ['  Hôtel   de', undefined],
    [COMPOSED.normalize('NFD'), undefined],
    [`${COMPOSED} `, undefined],
    ['hôtel de', 'Upper and lower case differ'],
    ["Hôtel de l'Étoile", "Character 11 is “'” (U+0027), not “’” (U+2019)"],
    ['Hôtel de l’Étоile', 'Character 14 is “о” (Cyrillic, U+043E), not “o” (Latin, U+006F)'],
    ['Hotel', 'Character 2 is “o” (Latin, U+006F), not “ô” (Latin, U+00F4)'],
    ['Hôtel de l’Étoile 2', 'The name ends before character 18, “ ” (U+0020)'],
  ])('The difference of %j is %j', (typed, difference) => {
    expect(differenceOf(COMPOSED, typed)).toBe(difference);
  });
});
