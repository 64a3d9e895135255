/**
 * Compiles src, test and parts of web into dist-test, where Jest finds the tests. It compiles only changed files, one by
 * one and without checking types (`npm run check:types` does that). It copies files that are not TypeScript.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const OUTPUT = join(ROOT, 'dist-test');
const SETTINGS = ['tsconfig.json', 'package.json', 'test/support/compile.mjs'];

const { compilerOptions } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config;

/** The files below a folder of the project, by their path from its root. */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function outputOf(file) {
  return join(OUTPUT, file.slice(ROOT.length).replace(/(?<!\.d)\.ts$/, '.js'));
}

function compile(file, output) {
  mkdirSync(dirname(output), { recursive: true });
  if (!file.endsWith('.ts')) return copyFileSync(file, output);
  const text = readFileSync(file, 'utf8');
  const { outputText, sourceMapText } = ts.transpileModule(text, { fileName: file, compilerOptions });
  const map = { ...JSON.parse(sourceMapText), sources: [relative(dirname(output), file)] };
  writeFileSync(output, outputText);
  writeFileSync(`${output}.map`, JSON.stringify(map));
}

const modified = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const settingsModified = Math.max(...SETTINGS.map((file) => modified(join(ROOT, file))));

const sources = [
  ...['src', 'test'].flatMap((folder) => filesOf(join(ROOT, folder))),
  // The parts of the page that do not draw.
  ...filesOf(join(ROOT, 'web')).filter((file) => /(?<!\.d)\.ts$/.test(file)),
];
const outputs = new Set(sources.map(outputOf));
for (const source of sources) {
  const output = outputOf(source);
  if (modified(output) < Math.max(modified(source), settingsModified)) compile(source, output);
}
// Otherwise, compiled files of deleted sources would still run, with their entities and migrations.
mkdirSync(OUTPUT, { recursive: true });
for (const file of filesOf(OUTPUT)) if (!outputs.has(file.replace(/\.map$/, ''))) rmSync(file);
