import { avoidedWords, invertedDocComments } from '../support/words';

describe('the check of words', () => {
  it.each(['tell', 'Tells', 'told', 'whoever', 'anew'])('The check finds "%s", with its line', (word) => {
    expect(avoidedWords(`First line.\nAnd ${word} a second.\n`)).toEqual([{ line: 2, problem: `"${word}"` }]);
  });

  it('The check finds each of several words on a line', () => {
    expect(avoidedWords('Whoever is told')).toHaveLength(2);
  });

  it('The check accepts words that contain an avoided one', () => {
    expect(avoidedWords('Intellij, satellite, stellar, retold')).toEqual([]);
  });

  it.each(['Of', 'As', 'That', 'So', 'Has'])(
    'The check finds a doc comment that begins with "%s"',
    (word) => {
      const problem = `a doc comment begins with "${word}"`;
      expect(invertedDocComments(`let a;\n/** ${word} two numbers. */\n`)).toEqual([{ line: 2, problem }]);
      expect(invertedDocComments(`/**\n * ${word} two\n * numbers.\n */\n`)).toEqual([{ line: 2, problem }]);
    },
  );

  it.each([
    '/** Offers it. */',
    '/** Assigns it. */',
    '/* As it is. */',
    '// So it is.',
    '/** The one of it. */',
  ])('The check accepts %s', (comment) => {
    expect(invertedDocComments(comment)).toEqual([]);
  });
});
