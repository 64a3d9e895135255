import { once } from 'node:events';
import { createServer } from 'node:net';

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'is not available to this user: most systems reserve the ports below 1024',
};

/**
 * Checks that a port is free before anything else starts that would have to be stopped again.
 * @param setting the name of the setting for the port
 * @throws Error that says which setting to change
 */
export async function assertPortIsFree(setting: string, port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const advice = `Set ${setting} to another one, as ${setting}=${port + 1}`;
    const reason = REASONS[code];
    throw new Error(
      reason
        ? `Port ${port} ${reason}. ${advice}.`
        : `Cannot listen at HOST ${host}, ${setting} ${port}: ${message}`,
      { cause: error },
    );
  }
  server.close();
  await once(server, 'close');
}
