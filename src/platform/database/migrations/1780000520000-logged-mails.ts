import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail that was written to the log, because there is no mail server, has a state of its own. */
export class LoggedMails1780000520000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE notification DROP CONSTRAINT ck_notification_state`);
    await runner.query(`
      ALTER TABLE notification ADD CONSTRAINT ck_notification_state
      CHECK (state IN ('queued', 'logged', 'sent', 'failed'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE notification DROP CONSTRAINT ck_notification_state`);
    await runner.query(`UPDATE notification SET state = 'sent' WHERE state = 'logged'`);
    await runner.query(`
      ALTER TABLE notification ADD CONSTRAINT ck_notification_state
      CHECK (state IN ('queued', 'sent', 'failed'))`);
  }
}
