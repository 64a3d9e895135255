import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const FOLDERS = ['docs', 'src', 'web', 'test', 'conformance', 'deploy'];
const FILES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'Dockerfile',
  'docker-compose.yml',
];
const TEXT = /\.(tsx?|[mc]js|css|hbs|md|sql|ya?ml|json|conf|service)$|file$/;
/** The built page, and the files that list the avoided words. */
const LEFT_OUT = /^web\/dist|\/words(\.spec)?\.ts$/;

/** A place with words that the project avoids. */
export interface WordProblem {
  line: number;
  problem: string;
}

const WORDS = /\b(tells?|told|whoever|anew)\b/gi;
const PARTS_OF_NAME = /(?<=[a-z\d])(?=[A-Z])|_/g;

const FIRST_WORDS = 'Of|As|That|So|Has|What(?:ever)?|Wher(?:e|ever)|Which(?:ever)?|Who(?:se|ever)?';
/** A doc comment, or the first line of a comment in a sample or in SQL. */
const COMMENT = String.raw`\/\*\*[\s*]*|(?<!^[ \t]*(?:#|--).*\n)^[ \t]*(?:#|--) `;
const INVERTED_COMMENT = new RegExp(`(?:${COMMENT})(${FIRST_WORDS})\\b`, 'gm');

/** A title begins with a capital letter, a figure, a placeholder, or a name of the code or of a file. */
const FIRST_LETTER = /^(?:[A-Z\d“%$]|\S*[a-z](?:[A-Z]|\.[a-z]))/;
/** In the present tense, the verb or its plural subject ends in "s". A placeholder may contain both. */
const VERB = /s\b|\b(?:can|cannot|may|must|and)\b|%/;
const INVERTED_TITLE = new RegExp(`^(?:${FIRST_WORDS})\\b`);

export function checkedFiles(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return [...FILES, ...files].filter((file) => TEXT.test(file) && !LEFT_OUT.test(file));
}

/** Finds everything that the project avoids in a file of this name. */
export function wordProblems(file: string, text: string): WordProblem[] {
  return [
    ...avoidedWords(text),
    ...(file.endsWith('.md') ? [] : invertedComments(text)),
    ...(/^test.*\.ts$/.test(file) ? titleProblems(text) : []),
  ];
}

/** Finds avoided words, also as parts of names. */
function avoidedWords(text: string): WordProblem[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.replace(PARTS_OF_NAME, ' ').matchAll(WORDS)].map(([word]) => ({
      line: index + 1,
      problem: `"${word}"`,
    })),
  );
}

/** Finds comments whose first word shows an inverted sentence or a clause. */
function invertedComments(source: string): WordProblem[] {
  return [...source.matchAll(INVERTED_COMMENT)].map(({ 0: start, 1: word = '', index }) => ({
    line: source.slice(0, index + start.length).split('\n').length,
    problem: `a comment begins with "${word}"`,
  }));
}

/** Finds the test titles whose words show that they are not a sentence with the subject before the verb. */
function titleProblems(source: string): WordProblem[] {
  const file = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest);
  const problems: WordProblem[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !/^it(UnlessOnCitus)?\b/.test(node.expression.getText(file))) return;
    const [title, run] = node.arguments;
    if (!run || !title || !ts.isStringLiteralLike(title)) return;
    const { text } = title;
    if (FIRST_LETTER.test(text) && VERB.test(text) && !INVERTED_TITLE.test(text)) return;
    const { line } = file.getLineAndCharacterOfPosition(title.getStart(file));
    problems.push({ line: line + 1, problem: `the title "${text}" is not a sentence` });
  };
  visit(file);
  return problems;
}
