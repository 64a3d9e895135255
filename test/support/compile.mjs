/**
 * Compiles src, test and parts of web into dist-test, where Jest finds the tests. It compiles only changed files, one by
 * one and without checking types (`npm run check:types` does that). It copies files that are not TypeScript. The models
 * and controllers of the API go through the plugin of @nestjs/swagger, as in the build.
 */
import { before as documentApi } from '@nestjs/swagger/plugin';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const OUTPUT = join(ROOT, 'dist-test');
const SETTINGS = ['tsconfig.json', 'package.json', 'nest-cli.json', 'test/support/compile.mjs'];

const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
const { compilerOptions } = config;
const { options: parsedOptions } = ts.convertCompilerOptionsFromJson(compilerOptions, ROOT);
const [plugin] = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8')).compilerOptions.plugins;
const DOCUMENTED = [...plugin.options.dtoFileNameSuffix, ...plugin.options.controllerFileNameSuffix];

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

/** Compiles files with the types of the files that they import. Types of packages are left out: reading them takes longer. */
function compileDocumented(files) {
  const options = { ...parsedOptions, types: [], outDir: OUTPUT };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, containingFile) =>
    literals.map(({ text }) =>
      text.startsWith('.')
        ? ts.resolveModuleName(text, containingFile, options, host)
        : { resolvedModule: undefined },
    );
  const program = ts.createProgram(files, options, host);
  const before = [documentApi(plugin.options, program)];
  for (const file of files)
    program.emit(program.getSourceFile(file), undefined, undefined, false, { before });
}

const modified = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const settingsModified = Math.max(...SETTINGS.map((file) => modified(join(ROOT, file))));

const sources = [
  ...['src', 'test'].flatMap((folder) => filesOf(join(ROOT, folder))),
  // The parts of the page that do not draw.
  ...filesOf(join(ROOT, 'web')).filter((file) => /(?<!\.d)\.ts$/.test(file)),
];
const outputs = new Set(sources.map(outputOf));
const changed = sources.filter(
  (source) => modified(outputOf(source)) < Math.max(modified(source), settingsModified),
);
const documented = changed.filter((source) => DOCUMENTED.some((suffix) => source.endsWith(suffix)));
for (const source of changed) if (!documented.includes(source)) compile(source, outputOf(source));
if (documented.length > 0) compileDocumented(documented);
// Otherwise, compiled files of deleted sources would still run, with their entities and migrations.
mkdirSync(OUTPUT, { recursive: true });
for (const file of filesOf(OUTPUT)) if (!outputs.has(file.replace(/\.map$/, ''))) rmSync(file);
