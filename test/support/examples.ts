import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A language of docs/integration-examples.md. */
export interface ExampleLanguage {
  name: string;
  /** The file that gets the code of an example. */
  file: string;
  /** The command that compiles the file, if the language needs one. */
  compile?: string;
  /** The command that runs the example. */
  run: string;
}

export const LANGUAGES: ExampleLanguage[] = [
  { name: 'curl', file: 'example.sh', run: 'sh example.sh' },
  { name: 'JavaScript', file: 'example.js', run: 'node example.js' },
  { name: 'Python', file: 'example.py', run: 'python3 example.py' },
  { name: 'Java', file: 'example.java', run: 'java example.java' },
  {
    name: 'C#',
    file: 'example.cs',
    compile: 'mcs -r:System.Net.Http.dll example.cs',
    run: 'mono example.exe',
  },
  { name: 'Go', file: 'example.go', compile: 'go build -o example example.go', run: './example' },
  { name: 'PHP', file: 'example.php', run: 'php example.php' },
  { name: 'Perl', file: 'example.pl', run: 'perl example.pl' },
];
/** The programs that the project itself needs. The examples of any other missing program are skipped. */
const NEEDED = ['sh', 'node'];

export const EXAMPLES = readFileSync('docs/integration-examples.md', 'utf8');

export function canRun({ compile, run }: ExampleLanguage): boolean {
  return [compile, run].every((command) => {
    const program = command?.split(' ')[0];
    // A compiled example starts with its folder.
    return !program || program.startsWith('./') || NEEDED.includes(program) || isInstalled(program);
  });
}

function isInstalled(program: string): boolean {
  return !!process.env['PATH']?.split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Runs the example under a heading, in a folder of its own. */
export async function runExample(
  language: ExampleLanguage,
  heading: string,
  { args = [], env = {}, input = '' }: { args?: string[]; env?: object; input?: string },
): Promise<{ stdout: string; stderr: string }> {
  const [, code = ''] =
    new RegExp(`^### ${heading}\\n[^]*?\`\`\`\\w+\\n([^]*?)^\`\`\``, 'm').exec(EXAMPLES) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'channel-manager-intake-example-'));
  try {
    await writeFile(join(folder, language.file), code);
    const [compiler, ...options] = language.compile?.split(' ') ?? [];
    if (compiler) await execute(compiler, options, { cwd: folder });
    const [program = '', ...first] = language.run.split(' ');
    const running = execute(program, [...first, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      timeout: 110_000, // An example pauses for 10 s, and a busy machine compiles some of them for long.
    });
    running.child.stdin?.end(input);
    return await running;
  } finally {
    await rm(folder, { recursive: true });
  }
}
