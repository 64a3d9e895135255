import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, realpath, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answers, ended, kill, remember, remembers, useEmbeddedPostgres } from './embedded-postgres.fixture';
import { until } from '../support/until';

describe('the embedded PostgreSQL after a crash', () => {
  const fixture = useEmbeddedPostgres();

  it('The server survives when the process group of its application is killed, and the next application adopts it', async () => {
    const application = await fixture.startApplication();
    await remember(application.url);
    const pid = fixture.postmaster();
    kill(application.process);
    await ended(application.process);

    const adopted = await fixture.start();

    expect(fixture.postmaster()).toBe(pid);
    expect(adopted.url).toBe(application.url);
    expect(await remembers(adopted.url)).toBe(true);
    await adopted.stop();
    expect(await answers(adopted.url)).toBe(false);
  });

  it('The killed server starts again with all data', async () => {
    const first = await fixture.start({ parameters: { fsync: 'on' } });
    await remember(first.url);
    const pid = fixture.postmaster();
    process.kill(pid, 'SIGKILL');

    const second = await fixture.start();

    expect(fixture.postmaster()).not.toBe(pid);
    expect(await remembers(second.url)).toBe(true);
  });

  it('An application does not stop a server that has replaced its own', async () => {
    const first = await fixture.start();
    process.kill(fixture.postmaster(), 'SIGKILL');
    const second = await fixture.start();

    await first.stop();

    expect(await answers(second.url)).toBe(true);
  });

  it('A lock file with the process number of another program does not block the start', async () => {
    await (await fixture.start()).stop();
    const { uid, gid } = await stat(join(fixture.data, 'postgres/PG_VERSION'));
    const stranger = fixture.track(spawn('sleep', ['60'], { uid, gid, cwd: '/' }));
    const lines = [
      stranger.pid,
      join(fixture.data, 'postgres'),
      1_700_000_000,
      65_000,
      '',
      '127.0.0.1',
      '',
      'ready',
      '',
    ];
    await writeFile(join(fixture.data, 'postgres/postmaster.pid'), lines.join('\n'));

    const { url } = await fixture.start();

    expect(await answers(url)).toBe(true);
    expect(stranger.exitCode).toBeNull();
  });

  it('A start that loses its port to another server takes another port', async () => {
    const other = await fixture.start();
    const { uid, gid } = await stat(join(fixture.data, 'postgres/PG_VERSION'));
    fixture.data = join(fixture.folder, 'second');
    await (await fixture.start()).stop();
    const cluster = await realpath(join(fixture.data, 'postgres'));
    // Stands for a server that has written its lock file, and ends when it finds its port taken.
    const argv0 = `postgres -D ${cluster} `;
    const loser = fixture.track(spawn('sleep', ['1'], { uid, gid, cwd: '/', argv0 }));
    const lines = [loser.pid, cluster, 1_700_000_000, new URL(other.url).port, '', '127.0.0.1', ''];
    await writeFile(join(cluster, 'postmaster.pid'), lines.join('\n'));

    expect(await answers((await fixture.start()).url)).toBe(true);
  });

  it('The empty lock file that a power cut leaves does not block the start', async () => {
    await (await fixture.start()).stop();
    const lock = join(fixture.data, 'postgres/postmaster.pid');
    await writeFile(lock, '');
    await utimes(lock, new Date(0), new Date(0));

    expect(await answers((await fixture.start()).url)).toBe(true);
  });

  it('The server starts after a first start that was killed while it created the cluster', async () => {
    fixture.data = join(fixture.folder, 'interrupted');
    const application = fixture.spawnApplication();
    await until(
      () =>
        existsSync(fixture.data) &&
        readdirSync(fixture.data).some((name) => name.startsWith('postgres.new-')),
    );
    kill(application);
    await ended(application);
    expect(existsSync(join(fixture.data, 'postgres'))).toBe(false);

    const { url } = await fixture.start();
    expect(await answers(url)).toBe(true);
  });

  it('The remains of a killed start are removed a while later', async () => {
    fixture.data = join(fixture.folder, 'leftover');
    const leftover = join(fixture.data, 'postgres.new-abc123');
    await mkdir(leftover, { recursive: true });
    await utimes(leftover, new Date(0), new Date(0));

    await fixture.start();

    expect((await readdir(fixture.data)).sort()).toEqual(['postgres', 'postgres.log']);
  });
});
