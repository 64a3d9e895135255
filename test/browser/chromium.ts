import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { realClock } from '../support/shifted-clock';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the Chromium at CHROME_PATH, or the system's if that is not set. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS, env: realClock() });
}

/** @throws Error that says how to install one */
function findChromium(): string {
  const given = process.env['CHROME_PATH'];
  if (given) {
    if (isExecutable(given)) return given;
    throw new Error(`CHROME_PATH is ${given}, which is not a program that can be started`);
  }
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (found) return found;
  throw new Error(
    'No Chromium was found. Install one (on Debian: apt-get install chromium), ' +
      'or set CHROME_PATH to the program of a Chromium or Chrome.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
