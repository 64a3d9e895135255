import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The feed of changes is read from the journal: each entry tells which rooms it has changed, and has a position that
 * agrees with the order in which transactions were committed. What is in the journal already is not in the feed.
 */
export class FeedOfChanges1780000650000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE journal_entry
        ADD COLUMN changed_rooms json,
        ADD COLUMN feed_position bigint,
        ADD COLUMN server_started_at timestamptz`);
    await runner.query(`
      CREATE INDEX ix_journal_entry_feed ON journal_entry (server_started_at, feed_position, applied_at, id)
       WHERE changed_rooms IS NOT NULL`);
    // Positions are comparable while a database server runs. After a failover or a restored backup its numbers may
    // begin anew: then a later incarnation goes on. `began` is in microseconds since 1970; `deleted_` is the last
    // entry of the feed that retention has taken.
    await runner.query(`
      CREATE TABLE feed_incarnation (
        server_started_at timestamptz NOT NULL,
        began bigint NOT NULL,
        deleted_position bigint,
        deleted_at timestamptz,
        deleted_id uuid,
        CONSTRAINT pk_feed_incarnation PRIMARY KEY (server_started_at)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE feed_incarnation`);
    await runner.query(`DROP INDEX ix_journal_entry_feed`);
    await runner.query(`
      ALTER TABLE journal_entry
        DROP COLUMN changed_rooms,
        DROP COLUMN feed_position,
        DROP COLUMN server_started_at`);
  }
}
