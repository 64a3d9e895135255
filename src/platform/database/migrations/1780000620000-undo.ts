import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Undos that people ask for, and how far each has come: a room of one is done in the transaction that changes it, so
 * that it can be cut off anywhere, and gone on with by any instance.
 */
export class Undo1780000620000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE undo (
        id uuid NOT NULL,
        requested_by_id uuid,
        requested_by text,
        is_dry_run boolean NOT NULL,
        operations text[] NOT NULL,
        first_entry_id uuid NOT NULL,
        last_entry_id uuid NOT NULL,
        token text,
        room_id bigint,
        rate_plan_id bigint,
        since timestamptz,
        touched_at timestamptz NOT NULL,
        finished_at timestamptz,
        problem text,
        CONSTRAINT pk_undo PRIMARY KEY (id)
      )`);
    await runner.query(`
      CREATE TABLE undo_room (
        undo_id uuid NOT NULL,
        room_id bigint NOT NULL,
        next_date date,
        is_done boolean NOT NULL DEFAULT false,
        restored integer NOT NULL DEFAULT 0,
        changed_since integer NOT NULL DEFAULT 0,
        unknown integer NOT NULL DEFAULT 0,
        unchanged integer NOT NULL DEFAULT 0,
        derived integer NOT NULL DEFAULT 0,
        entry_ids uuid[] NOT NULL DEFAULT '{}',
        listed integer NOT NULL DEFAULT 0,
        records json[] NOT NULL DEFAULT '{}',
        CONSTRAINT pk_undo_room PRIMARY KEY (undo_id, room_id),
        CONSTRAINT fk_undo_room_undo FOREIGN KEY (undo_id) REFERENCES undo ON DELETE CASCADE
      )`);
    // Of the records of an undo, which may be of several plans; NULL is rooms left.
    await runner.query(`ALTER TABLE journal_entry ADD COLUMN rate_plan_ids bigint[]`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE journal_entry DROP COLUMN rate_plan_ids`);
    await runner.query(`DROP TABLE undo_room`);
    await runner.query(`DROP TABLE undo`);
  }
}
