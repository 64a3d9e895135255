import { EventEmitter } from 'node:events';
import type { DataSource } from 'typeorm';
import type { Config } from '../../src/platform/config/config';
import { ConnectionLimit } from '../../src/platform/database/connection-limit';

describe('the limit of connections', () => {
  let pool: EventEmitter;
  let limit: ConnectionLimit;
  beforeEach(() => {
    pool = new EventEmitter();
    const dataSource = { driver: { master: pool } } as unknown as DataSource;
    limit = new ConnectionLimit(dataSource, { DATABASE_POOL_SIZE: 8 } as Config);
  });
  const begin = () => {
    const session = {};
    pool.emit('connect', session);
    return session;
  };

  it('The limit of connections is the number of open sessions if the database refuses more', () => {
    begin();
    begin();
    expect(limit.lower()).toBe(true);
    expect(limit.current).toBe(2);
  });

  it('A refused connection sets no limit, and ends an earlier limit, if no session is open', () => {
    const session = begin();
    expect(limit.lower()).toBe(true);
    pool.emit('remove', session);
    expect(limit.lower()).toBe(false);
    expect(limit.current).toBe(8);
  });

  it('The limit of connections ignores the end of a session that began before the limit was watched', () => {
    pool.emit('remove', {});
    expect(limit.lower()).toBe(false);
    expect(limit.current).toBe(8);
    begin();
    expect(limit.lower()).toBe(true);
    expect(limit.current).toBe(1);
  });
});
