/**
 * Runs the stages of a list, each to its end, and prints what failed at the end: node .ci/stages.mjs run|full
 * A test file that fails is run again, alone, after all stages. If it passes then, it is printed as unsteady, and the run passes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lists } from './lists.mjs';
import { failuresOf, messageOf } from './results.mjs';

/** More files than this do not fail by chance, and repeating them takes too long. */
const MOST_REPEATED = 10;
const LINES_OF_A_FAILURE = 12;
/** A command that takes longer hangs. */
const LIMIT_MS = 30 * 60_000;
const REST_OF_OUTPUT_MS = 1_000;

const seconds = [];
const failed = [];
const unsteady = [];
const suspects = [];

for (const stage of lists[process.argv[2]]) {
  const start = performance.now();
  console.log(`\n=== ${stage.name}`);
  const passed = await (stage.tests ? runTests(stage) : runCommands(stage));
  seconds.push([stage.name, Math.round((performance.now() - start) / 1000)]);
  if (!passed && stage.isNeeded) break;
}
const start = performance.now();
for (const suspect of suspects) await repeat(suspect);
if (suspects.length > 0) seconds.push(['repeated files', Math.round((performance.now() - start) / 1000)]);

console.log('\n=== seconds');
for (const [name, duration] of seconds) console.log(`${String(duration).padStart(5)}  ${name}`);
console.log(`${String(seconds.reduce((sum, [, duration]) => sum + duration, 0)).padStart(5)}  in all`);
for (const line of unsteady) console.log(line);
for (const { place, message } of failed) {
  console.log(`FAIL ${place}`);
  for (const line of message.split('\n').slice(0, LINES_OF_A_FAILURE)) console.log(`     ${line}`);
}
process.exit(failed.length > 0 ? 1 : 0);

/** Runs the commands of a stage, as many at a time as it allows. @returns whether all passed */
async function runCommands({ commands, atOnce = commands.length }) {
  const waiting = [...commands];
  const results = [];
  const work = async () => {
    for (let command = waiting.shift(); command; command = waiting.shift()) {
      const { code, output } = await run(command);
      results.push(code);
      console.log(`--- ${command}\n${output}`);
      if (code !== 0) failed.push({ place: command, message: endOf(output) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results.every((code) => code === 0);
}

/** Runs the tests of a stage. Files that failed are left for the end. */
async function runTests(stage) {
  const { code, output, failures } = await runJest(stage, stage.name, stage.files ?? []);
  if (code === 0) return true;
  const files = [...new Set(failures.map(({ file }) => file))];
  if (files.length === 0)
    failed.push({ place: stage.tests, message: `It ended with ${code}:\n${endOf(output)}` });
  else if (files.length > MOST_REPEATED) failed.push(...failures);
  else
    for (const file of files)
      suspects.push({ stage, file, first: failures.filter((one) => one.file === file) });
  return false;
}

async function repeat({ stage, file, first }) {
  console.log(`\n=== again: ${file}`);
  const compiled = file.replace(/^(.*)\.ts$/, 'dist-test/$1.js');
  const { code, output, failures } = await runJest(stage, 'again', ['--runTestsByPath', compiled]);
  if (code === 0) {
    unsteady.push(...first.map(({ place, message }) => `unsteady: ${place}: ${messageOf(message)}`));
    return;
  }
  if (failures.length === 0) failures.push({ place: file, message: endOf(output) });
  failed.push(...failures);
}

/** @returns the failures of tests and of files; none if Jest has written no results */
async function runJest({ tests, folder = '.', env = {} }, name, words) {
  const results = join(tmpdir(), `${name.replaceAll(' ', '-')}.json`);
  rmSync(results, { force: true });
  const { code, output } = await run([tests, '--json', `--outputFile=${results}`, ...words].join(' '), {
    folder,
    env,
    isShown: true,
  });
  const failures = existsSync(results) ? failuresOf(JSON.parse(readFileSync(results, 'utf8'))) : [];
  return { code, output, failures };
}

/** Runs a command in the shell. @returns its exit code, or the name of the signal, and its output */
async function run(command, { folder = '.', env = {}, isShown = false } = {}) {
  const child = spawn(command, {
    shell: true,
    detached: true,
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isShown) process.stdout.write(text);
    });
  const limit = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LIMIT_MS);
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  clearTimeout(limit);
  // A process that a test has left behind keeps the streams open.
  await Promise.race([closed, pause(REST_OF_OUTPUT_MS)]);
  return { code: code ?? signal, output };
}

function endOf(output) {
  return output.trimEnd().split('\n').slice(-LINES_OF_A_FAILURE).join('\n');
}
