import { checkedFiles, wordProblems } from '../support/words';

const inDocument = (text: string) => wordProblems('docs/a.md', text);
const inCode = (text: string) => wordProblems('src/a.ts', text);
const inTest = (text: string) => wordProblems('test/unit/a.spec.ts', text);

describe('the check of words', () => {
  it('The check reads documents, code, tests and samples', () => {
    expect(checkedFiles()).toEqual(
      expect.arrayContaining([
        'SECURITY.md',
        'Dockerfile',
        'docker-compose.yml',
        'docs/security.md',
        'src/main.ts',
        'web/api.ts',
        'test/support/check-words.ts',
        'deploy/citus.sql',
        'deploy/alerts.yml',
        'deploy/proxy/Caddyfile',
        'deploy/proxy/nginx.conf',
        'deploy/systemd/channel-manager-intake.service',
      ]),
    );
  });

  it.each(['tell', 'Tells', 'told', 'whoever', 'anew'])('The check finds "%s", with its line', (word) => {
    expect(inDocument(`First line.\nAnd ${word} a second.\n`)).toEqual([{ line: 2, problem: `"${word}"` }]);
  });

  it.each([
    ['findTold', 'Told'],
    ['toldStep', 'told'],
    ['TOLD_STEPS', 'TOLD'],
  ])('The check finds an avoided word in the name %s', (name, word) => {
    expect(inCode(`let a;\n${name}();\n`)).toEqual([{ line: 2, problem: `"${word}"` }]);
  });

  it('The check finds each of several words on a line', () => {
    expect(inDocument('Whoever is told')).toHaveLength(2);
  });

  it('The check accepts words that contain an avoided one', () => {
    expect(inDocument('IntelliJ, satellite, stellar, retold, setOlder')).toEqual([]);
  });

  it.each([
    'Of',
    'As',
    'That',
    'So',
    'Has',
    'What',
    'Whatever',
    'Where',
    'Wherever',
    'Which',
    'Who',
    'Whose',
  ])('The check finds a comment that begins with "%s"', (word) => {
    const problem = `a comment begins with "${word}"`;
    expect(inCode(`let a;\n/** ${word} two numbers. */\n`)).toEqual([{ line: 2, problem }]);
    expect(inCode(`/**\n * ${word} two\n * numbers.\n */\n`)).toEqual([{ line: 2, problem }]);
    expect(wordProblems('deploy/a.yml', `a: 1\n  # ${word} two\n`)).toEqual([{ line: 2, problem }]);
    expect(wordProblems('deploy/a.sql', `-- ${word} two\n`)).toEqual([{ line: 1, problem }]);
  });

  it.each([
    '/** Offers it. */',
    '/** Assigns it. */',
    '/** Whether it is. */',
    '/* As it is. */',
    '// So it is.',
    '/** The one of it. */',
    '# The service reads it\n# as it is.',
    '-- The service reads it\n-- as it is. What it means:',
  ])('The check accepts %j', (comment) => {
    expect(inCode(comment)).toEqual([]);
  });

  it.each(['The README', 'the service starts', 'What is stored is kept', 'Of two pushes, one is applied'])(
    'The check finds the title "%s"',
    (title) => {
      const problem = `the title "${title}" is not a sentence`;
      const calls = [
        `it('${title}', run)`,
        `it.each([f('It works', g)])(\n'${title}', run)`,
        `itUnlessOnCitus('a')('${title}', run)`,
      ];
      for (const call of calls) expect(inTest(call)).toMatchObject([{ problem }]);
      expect(inTest(`let a;\n${calls[0]!}`)).toEqual([{ line: 2, problem }]);
    },
  );

  it.each([
    'The service starts',
    'Pushes wait',
    'A price cannot be removed',
    'updatePrices sets a price',
    'docs/security.md names the tests',
    '%s',
  ])('The check accepts the title "%s"', (title) => {
    expect(inTest(`it('${title}', run)`)).toEqual([]);
  });
});
