/** A place with words that the project avoids. */
export interface WordProblem {
  line: number;
  problem: string;
}

const WORDS = /\b(tells?|told|whoever|anew)\b/gi;
const FIRST_WORDS = /^(Of|As|That|So|Has)\b/;
const DOC_COMMENT = /\/\*\*([^]*?)\*\//g;
/** Lines that need such a word, each with its reason. */
const EXCEPTIONS: RegExp[] = [];

/** Finds avoided words. */
export function avoidedWords(text: string): WordProblem[] {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  return lines
    .filter(({ line }) => !EXCEPTIONS.some((exception) => exception.test(line)))
    .flatMap(({ line, number }) =>
      [...line.matchAll(WORDS)].map(([word]) => ({ line: number, problem: `"${word}"` })),
    );
}

/** Finds doc comments of TypeScript and JavaScript whose first word shows an inverted sentence. */
export function invertedDocComments(source: string): WordProblem[] {
  return [...source.matchAll(DOC_COMMENT)].flatMap(({ 0: comment, 1: content = '', index }) => {
    const start = content.search(/[^\s*]/);
    const word = FIRST_WORDS.exec(content.slice(start))?.[1];
    if (!word) return [];
    const before = source.slice(0, index + comment.indexOf(content) + start);
    return [{ line: before.split('\n').length, problem: `a doc comment begins with "${word}"` }];
  });
}
