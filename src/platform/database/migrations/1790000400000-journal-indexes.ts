import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the refused and held calls of a room without reading its other calls, and an earlier message by its digest alone.
 */
export class V2JournalIndexes1790000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ix_journal_entry_room_problem ON journal_entry (room_id, outcome, id)
        WHERE outcome <> 'applied' OR held > 0`,
    );
    await runner.query(`DROP INDEX ix_journal_entry_message`);
    await runner.query(
      `CREATE INDEX ix_journal_entry_message ON journal_entry (message_digest) WHERE message_digest IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_journal_entry_message`);
    await runner.query(
      `CREATE INDEX ix_journal_entry_message ON journal_entry (token_id, operation, message_digest, id)
        WHERE call_id IS NOT NULL`,
    );
    await runner.query(`DROP INDEX ix_journal_entry_room_problem`);
  }
}
