import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What bounds the entries of refused calls, and the mails of a trigger. */
export class Limits1780000460002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_journal_entry_unsuccessful ON journal_entry (token_id, id)
       WHERE outcome IN ('refused', 'failed')`);
    await runner.query(`ALTER TABLE notification ADD COLUMN is_summary boolean NOT NULL DEFAULT false`);
    await runner.query(`CREATE INDEX ix_notification_sent_at ON notification (sent_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_notification_sent_at`);
    await runner.query(`ALTER TABLE notification DROP COLUMN is_summary`);
    await runner.query(`DROP INDEX ix_journal_entry_unsuccessful`);
  }
}
