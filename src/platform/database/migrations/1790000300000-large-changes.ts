import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the few entries of the journal that change a price by more than 10 %. */
export class V2LargeChanges1790000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ix_journal_entry_large_change ON journal_entry (id)
        WHERE abs(largest_change[2] - largest_change[1]) > 0.1 * largest_change[1]`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_journal_entry_large_change`);
  }
}
