import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which pushes were applied although their callers have heard of no success. Every push looks here for the one that it
 * may repeat, and nearly always finds nothing: a table of its own, of the last hour, is next to nothing to look in.
 */
export class UndeliveredAnswers1780000630000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE undelivered_answer (
        room_id bigint NOT NULL,
        entry_id uuid NOT NULL,
        failed_at timestamptz NOT NULL,
        CONSTRAINT pk_undelivered_answer PRIMARY KEY (room_id, entry_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE undelivered_answer`);
  }
}
