import { rm } from 'node:fs/promises';
import { dropTemplate } from './database';

declare global {
  var testPostgres: { stop: () => Promise<void>; dataDirectory: string } | undefined;
}

export default async function globalTeardown(): Promise<void> {
  await dropTemplate();
  if (!globalThis.testPostgres) return;
  await globalThis.testPostgres.stop();
  await rm(globalThis.testPostgres.dataDirectory, { recursive: true, force: true });
}
