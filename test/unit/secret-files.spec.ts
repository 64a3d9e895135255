import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../src/platform/config/config';

const URL = 'postgresql://hotel:secret@localhost/calendar';

describe('a setting that is read from a file', () => {
  let directory: string;
  beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'channel-manager-intake-secrets-'))));
  afterAll(() => rmSync(directory, { recursive: true }));

  const fileWith = (text: string | Buffer) => {
    const path = join(directory, 'secret');
    writeFileSync(path, text);
    return path;
  };

  it.each([
    ['DATABASE_URL', URL],
    ['SMTP_URL', 'smtp://user:password@localhost:587'],
    ['BOOTSTRAP_TOKEN', 'a-token-of-at-least-thirty-two-characters'],
  ])('%s has the value in the file, without the line break at its end', (name, value) => {
    for (const text of [value, `${value}\n`, `${value}\r\n`])
      expect(parseConfig({ [`${name}_FILE`]: fileWith(text) })).toMatchObject({ [name]: value });
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${URL}\n`)],
    ['UTF-16, as PowerShell writes it', Buffer.from(`\uFEFF${URL}\r\n`, 'utf16le')],
    ['UTF-16 with the high byte first', Buffer.from(`\uFEFF${URL}\n`, 'utf16le').swap16()],
  ])('The file of a setting may be in %s', (_, bytes) => {
    expect(parseConfig({ DATABASE_URL_FILE: fileWith(bytes) }).DATABASE_URL).toBe(URL);
  });

  it('The service does not start if the file of a setting has another encoding', () => {
    for (const bytes of [Buffer.from(URL, 'utf16le'), Buffer.from('smtp://büro:x@localhost', 'latin1')])
      expect(() => parseConfig({ SMTP_URL_FILE: fileWith(bytes) })).toThrow(
        /SMTP_URL_FILE: .* save it as UTF-8/,
      );
  });

  it('A setting from a file counts for the defaults of other settings', () => {
    expect(parseConfig({ DATABASE_URL_FILE: fileWith(URL) }).DEMO_DATA).toBe(false);
  });

  it('The service does not start if the file is missing or empty, or if the setting is also in the environment', () => {
    const missing = join(directory, 'missing');
    expect(() => parseConfig({ SMTP_URL_FILE: missing })).toThrow(
      /Wrong settings:\n {2}SMTP_URL_FILE: ENOENT/,
    );
    expect(() => parseConfig({ SMTP_URL_FILE: fileWith('\n') })).toThrow('SMTP_URL_FILE');
    expect(() => parseConfig({ DATABASE_URL: URL, DATABASE_URL_FILE: fileWith(URL) })).toThrow(
      'DATABASE_URL and DATABASE_URL_FILE are both set: keep one of them',
    );
  });

  it('A setting from a file is validated, and no message contains its value', () => {
    const path = fileWith('mysql://hotel:secret@localhost/calendar');
    expect(() => parseConfig({ DATABASE_URL_FILE: path })).toThrow(
      /^(?!.*secret@)[^]*DATABASE_URL: must be a URL/,
    );
  });
});
