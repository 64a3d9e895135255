import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The part of esbuild's `--metafile` that is read here. */
interface Metafile {
  outputs: Record<string, { entryPoint?: string; cssBundle?: string }>;
}

/** The names of the page's files. They change with the content. */
export interface Bundle {
  script: string;
  style: string;
}

const FOLDER = join(rootFolder(__dirname), 'web', 'dist');
export const ASSETS_FOLDER = join(FOLDER, 'assets');

/** Reads the file names of the last build. @throws Error that says how to build the page if there is no build */
export async function readBundle(): Promise<Bundle> {
  const text = await readFile(join(FOLDER, 'meta.json'), 'utf8').catch((error: unknown) => {
    throw new Error('The page has not been built: npm run build', { cause: error });
  });
  const { outputs } = JSON.parse(text) as Metafile;
  const [script, output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint) ?? [];
  if (!script || !output?.cssBundle) throw new Error('The build of the page is incomplete: npm run build');
  return { script: basename(script), style: basename(output.cssBundle) };
}

/** This file is in a folder below the package, compiled or not. */
function rootFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootFolder(dirname(folder));
}
