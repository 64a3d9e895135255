import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answers, query, remember, remembers, useEmbeddedPostgres } from './embedded-postgres.fixture';

const AS_ROOT = process.getuid?.() === 0;

describe('the embedded PostgreSQL', () => {
  const fixture = useEmbeddedPostgres();

  it('The server answers after its first start, in UTF-8, and only to its own password', async () => {
    fixture.data = join(fixture.folder, 'first');
    const { url } = await fixture.start();

    expect(await answers(url)).toBe(true);
    expect(await query(url, `SELECT current_database() AS name, getdatabaseencoding() AS encoding`)).toEqual([
      { name: 'channel_manager', encoding: 'UTF8' },
    ]);
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password');
    expect((await stat(join(fixture.data, 'postgres/password'))).mode & 0o777).toBe(0o600);
  });

  it('The server listens on the loopback address only, and on no socket file', async () => {
    const { url } = await fixture.start();

    expect(
      await query(
        url,
        `SELECT name, setting FROM pg_settings WHERE name ~ '^(listen_a|unix_socket_d)' ORDER BY 1`,
      ),
    ).toEqual([
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
  });

  it('The server runs with the settings that it is given', async () => {
    const { url } = await fixture.start({ parameters: { work_mem: '7MB' } });

    expect(await query(url, 'SHOW work_mem')).toEqual([{ work_mem: '7MB' }]);
  });

  it('A stop ends the process, keeps the data, and may be called twice', async () => {
    const first = await fixture.start();
    await remember(first.url);

    await Promise.all([first.stop(), first.stop()]);
    expect(await answers(first.url)).toBe(false);
    expect(existsSync(join(fixture.data, 'postgres/postmaster.pid'))).toBe(false);

    const second = await fixture.start();
    expect(await remembers(second.url)).toBe(true);
  });

  it('The application makes the symbolic links and executable files itself if install scripts are off', async () => {
    const bare = await fixture.packageWithoutLinks();

    const { url } = await fixture.start({}, bare);

    expect(await answers(url)).toBe(true);
    expect(await readlink(join(bare, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
    expect((await stat(join(bare, 'native/bin/postgres'))).mode & 0o111).toBe(0o111);
  });

  it('The error names the missing package on a machine without binaries', async () => {
    const { arch } = process;
    Object.defineProperty(process, 'arch', { value: 'mips' });
    const failure = fixture.start();
    Object.defineProperty(process, 'arch', { value: arch });

    await expect(failure).rejects.toThrow(/-mips, are not installed[^]*npm ci[^]*DATABASE_URL/);
  });

  it("The error of a failed start has the server's message, and an alternative", async () => {
    const failure = fixture.start({ parameters: { shared_buffers: 'plenty' } });

    await expect(failure).rejects.toThrow(
      /invalid value for parameter "shared_buffers": "plenty"[^]*DATABASE_URL/,
    );
  });

  it('A start fails and changes nothing if the folder of the database contains something else', async () => {
    fixture.data = join(fixture.folder, 'occupied');
    await mkdir(join(fixture.data, 'postgres'), { recursive: true });
    await writeFile(join(fixture.data, 'postgres/notes.txt'), 'mine');

    await expect(fixture.start()).rejects.toThrow(/is in the way[^]*DATABASE_URL/);

    expect(await readFile(join(fixture.data, 'postgres/notes.txt'), 'utf8')).toBe('mine');
  });

  (AS_ROOT ? describe : describe.skip)('the embedded PostgreSQL as root', () => {
    it('The server runs as an unprivileged user, who alone can read the data', async () => {
      await fixture.start();

      const { uid, mode } = await stat(join(fixture.data, 'postgres'));
      expect(uid).not.toBe(0);
      expect(mode & 0o777).toBe(0o700);
      expect((await stat(`/proc/${fixture.postmaster()}`)).uid).toBe(uid);
    });

    it('The data moves elsewhere, with a message and a link, if the unprivileged user cannot reach the folder', async () => {
      fixture.data = join(fixture.folder, 'closed');
      await chmod(fixture.folder, 0o700);
      const lines: string[] = [];

      const { url } = await fixture.start({ log: (line) => lines.push(line) });

      const elsewhere = await readlink(join(fixture.data, 'postgres'));
      expect(elsewhere).toMatch(/^\/var\/lib\/channel-manager-intake\/[0-9a-f]{12}$/);
      expect(lines.filter((line) => line.includes(`can't reach ${fixture.data}`))).toHaveLength(1);
      await remember(url);
      await fixture.started[0]?.stop();
      expect(await remembers((await fixture.start()).url)).toBe(true);
    });

    it('The server runs on a cluster that root has restored from a copy', async () => {
      await (await fixture.start()).stop();
      await cp(join(fixture.data, 'postgres'), join(fixture.data, 'restored'), { recursive: true });
      await rm(join(fixture.data, 'postgres'), { recursive: true });
      await cp(join(fixture.data, 'restored'), join(fixture.data, 'postgres'), { recursive: true });

      expect(await answers((await fixture.start()).url)).toBe(true);
    });
  });
});
