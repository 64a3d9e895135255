import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that a mail server has perhaps accepted get a state of their own. */
export class V2UnconfirmedMails1790000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setStates(runner, `'queued', 'logged', 'unconfirmed', 'sent', 'failed'`, `'queued', 'unconfirmed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE notification SET state = 'failed' WHERE state = 'unconfirmed'`);
    await setStates(runner, `'queued', 'logged', 'sent', 'failed'`, `'queued'`);
  }
}

async function setStates(runner: QueryRunner, all: string, tried: string): Promise<void> {
  await runner.query(`ALTER TABLE notification DROP CONSTRAINT ck_notification_state`);
  await runner.query(
    `ALTER TABLE notification ADD CONSTRAINT ck_notification_state CHECK (state IN (${all}))`,
  );
  await runner.query(`DROP INDEX ix_notification_next_attempt_at`);
  await runner.query(
    `CREATE INDEX ix_notification_next_attempt_at ON notification (next_attempt_at) WHERE state IN (${tried})`,
  );
}
