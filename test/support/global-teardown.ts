import type { TestServer } from './database';
import { dropTemplate } from './database';

declare global {
  var testServer: TestServer | undefined;
}

export default async function globalTeardown(): Promise<void> {
  await dropTemplate();
  await globalThis.testServer?.stop();
}
