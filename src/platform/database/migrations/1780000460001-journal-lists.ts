import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of the journal for lists by operation or by token alone, however few entries those have among millions. */
export class JournalLists1780000460001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_journal_entry_operation_id ON journal_entry (operation, id)`);
    await runner.query(`CREATE INDEX ix_journal_entry_token_and_id ON journal_entry (token, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_journal_entry_token_and_id`);
    await runner.query(`DROP INDEX ix_journal_entry_operation_id`);
  }
}
