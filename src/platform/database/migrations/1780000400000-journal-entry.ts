import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The journal holds what people change as well, so its table says what it is: a rename, which leaves every row as it is. */
export class JournalEntry1780000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE push RENAME TO journal_entry`);
    await runner.query(`ALTER TABLE journal_entry RENAME CONSTRAINT pk_push TO pk_journal_entry`);
    await runner.query(
      `ALTER TABLE journal_entry RENAME CONSTRAINT ck_push_outcome TO ck_journal_entry_outcome`,
    );
    await runner.query(`ALTER INDEX ix_push_room_id_id RENAME TO ix_journal_entry_room_id_id`);
    await runner.query(`ALTER INDEX ix_push_rate_plan_id_id RENAME TO ix_journal_entry_rate_plan_id_id`);
    await runner.query(`ALTER INDEX ix_push_not_applied RENAME TO ix_journal_entry_not_applied`);
    await runner.query(`ALTER INDEX ix_push_notice RENAME TO ix_journal_entry_notice`);
    await runner.query(`ALTER INDEX uq_notification_gathering RENAME TO uq_notification_collecting`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER INDEX uq_notification_collecting RENAME TO uq_notification_gathering`);
    await runner.query(`ALTER INDEX ix_journal_entry_notice RENAME TO ix_push_notice`);
    await runner.query(`ALTER INDEX ix_journal_entry_not_applied RENAME TO ix_push_not_applied`);
    await runner.query(`ALTER INDEX ix_journal_entry_rate_plan_id_id RENAME TO ix_push_rate_plan_id_id`);
    await runner.query(`ALTER INDEX ix_journal_entry_room_id_id RENAME TO ix_push_room_id_id`);
    await runner.query(
      `ALTER TABLE journal_entry RENAME CONSTRAINT ck_journal_entry_outcome TO ck_push_outcome`,
    );
    await runner.query(`ALTER TABLE journal_entry RENAME CONSTRAINT pk_journal_entry TO pk_push`);
    await runner.query(`ALTER TABLE journal_entry RENAME TO push`);
  }
}
