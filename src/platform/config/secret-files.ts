import { readText } from './read-text';

/**
 * The settings that can contain a secret. `<name>_FILE` names a file with the value, as Docker and Kubernetes mount it.
 */
const SECRETS = ['DATABASE_URL', 'SMTP_URL', 'BOOTSTRAP_TOKEN'] as const;

/**
 * Replaces each `<name>_FILE` with the setting that the file contains. Editors and `echo` add a line break at the end,
 * which is not part of the secret.
 * @throws Error that names the setting if a file is unreadable or empty, or if both settings are used
 */
export function readSecretFiles(settings: Record<string, string>): Record<string, string> {
  const read = { ...settings };
  for (const name of SECRETS) {
    const path = settings[`${name}_FILE`];
    if (path === undefined) continue;
    if (settings[name] !== undefined) throw wrong(`${name} and ${name}_FILE are both set: keep one of them`);
    read[name] = readSecret(`${name}_FILE`, path);
  }
  return read;
}

function readSecret(setting: string, path: string): string {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    throw wrong(`${setting}: ${(error as Error).message}`, error);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw wrong(`${setting}: ${path} is empty`);
  return secret;
}

function wrong(problem: string, cause?: unknown): Error {
  return new Error(`Wrong settings:\n  ${problem}`, { cause });
}
