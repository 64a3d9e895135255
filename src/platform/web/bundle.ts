import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What esbuild says of what it has written (`--metafile`), as far as it is read here. */
interface Metafile {
  outputs: Record<string, { entryPoint?: string; cssBundle?: string }>;
}

/** The names of the page's files, which change with their content. */
export interface Bundle {
  script: string;
  style: string;
}

const FOLDER = join(rootFolder(__dirname), 'web', 'dist');
export const ASSETS_FOLDER = join(FOLDER, 'assets');

/** Reads what the last build is called. @throws Error that says how to build it, where there is none */
export async function readBundle(): Promise<Bundle> {
  const text = await readFile(join(FOLDER, 'meta.json'), 'utf8').catch((error: unknown) => {
    throw new Error('The page has not been built: npm run build', { cause: error });
  });
  const { outputs } = JSON.parse(text) as Metafile;
  const [script, output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint) ?? [];
  if (!script || !output?.cssBundle) throw new Error('The build of the page is incomplete: npm run build');
  return { script: basename(script), style: basename(output.cssBundle) };
}

/** Compiled or not, this file lies somewhere below the package. */
function rootFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootFolder(dirname(folder));
}
