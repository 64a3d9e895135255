import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index by which the pushes with held prices are counted, however few they are among millions. */
export class FeedHealth1780000640001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_journal_entry_held ON journal_entry (id) WHERE held > 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_journal_entry_held`);
  }
}
