/** What a ratio must be. */
export interface Bound {
  /** What is divided by what. */
  says: string;
  /** `costs`: the less, the better. `gains`: the more, the better. */
  kind: 'costs' | 'gains';
  must?: number;
  aim?: number;
  /** What the service is held against bounds it: nothing can be faster and do the same. */
  isFloor?: boolean;
}

/** What is measured, and what it must come to. */
export const BOUNDS = {
  update_over_floor: {
    says: '730 dates × 11 plans, all changed ÷ one bare `UPDATE` of the same rows',
    kind: 'costs',
    must: 1.8,
    aim: 1.4,
    isFloor: true,
  },
  insert_over_floor: {
    says: 'the first push of 730 dates × 11 plans ÷ a bare `INSERT … SELECT`',
    kind: 'costs',
    must: 1.35,
    aim: 1.15,
    isFloor: true,
  },
  unchanged_over_update_floor: {
    says: '730 dates × 11 plans, nothing changed ÷ the `UPDATE` that is not needed',
    kind: 'costs',
    must: 0.8,
    aim: 0.5,
  },
  inventory_over_sql: {
    says: '730 dates of inventory, 11 plans, all changed ÷ lock, plans, `UPDATE`, look for missing prices, journal in one round trip',
    kind: 'costs',
    must: 1.9,
    aim: 1.4,
    isFloor: true,
  },
  loop_over_service: {
    says: '`findOne` + `save` for each of 730 dates × 11 plans, in TypeORM ÷ the service',
    kind: 'gains',
    must: 150,
    aim: 400,
  },
  upsert_over_service: {
    says: '`repository.upsert` of the same rows, in TypeORM ÷ the service',
    kind: 'gains',
    must: 5,
    aim: 12,
  },
  small_throughput_over_floor: {
    says: 'pushes/s of 3 dates × 11 plans from 32 connections ÷ transactions/s in SQL',
    kind: 'gains',
    must: 0.42,
    aim: 0.55,
    isFloor: true,
  },
  four_instances_over_one: {
    says: 'pushes/s of 3 dates × 11 plans from 32 connections through four instances ÷ through one',
    kind: 'gains',
  },
  growth: {
    says: 'the push of 730 × 11 with 20 million price rows stored ÷ with 100,000',
    kind: 'costs',
    must: 1.3,
    aim: 1.15,
  },
  hot_share: {
    says: 'the share of updates that were HOT, nine pushes of 730 × 11 in a row',
    kind: 'gains',
    must: 0.95,
    aim: 0.99,
  },
  wal_bytes_per_row: {
    says: 'bytes of WAL a changed price, without full-page images',
    kind: 'costs',
    must: 100,
    aim: 90,
  },
  same_room_over_serial: {
    says: '32 callers push 3 × 11 to one room: pushes/s ÷ one caller alone',
    kind: 'gains',
    must: 1.8,
    aim: 4,
  },
  calendar_over_json_agg: {
    says: 'the calendar of 365 days × 11 plans ÷ `json_agg` over the same rows in SQL',
    kind: 'costs',
    must: 1.4,
    aim: 1.15,
  },
  calendar_of_many_rooms: {
    says: 'the calendar of 30 rooms × 11 plans × 31 days, of 20 million prices ÷ `json_agg` over the same rows',
    kind: 'costs',
    must: 1.8,
    aim: 1.2,
  },
  journal_of_a_large_push: {
    says: '730 dates × 11 plans, all changed ÷ the same without the journal entry',
    kind: 'costs',
    must: 1.1,
  },
  journal_of_a_small_push: {
    says: '3 dates × 11 plans, all changed ÷ the same without the journal entry',
    kind: 'costs',
    must: 1.25,
  },
  shield_over_none: {
    says: '3 dates × 11 plans, all changed ÷ the same with `LATE_ARRIVAL_SECONDS=0`',
    kind: 'costs',
    must: 1.03,
  },
  past_of_a_large_push: {
    says: '730 dates × 11 plans, all changed ÷ the same without journal and states',
    kind: 'costs',
    must: 1.25,
  },
  past_of_a_small_push: {
    says: '3 dates × 11 plans, all changed ÷ the same without journal and states',
    kind: 'costs',
    must: 1.3,
  },
  wal_bytes_a_small_push: {
    says: 'bytes of WAL that a push of 3 dates × 11 plans writes, journal, states and full-page images included',
    kind: 'costs',
    must: 10_000,
  },
  past_bytes_a_small_push: {
    says: 'bytes that a push of 3 dates × 11 plans leaves in journal and states, with their indexes',
    kind: 'costs',
    must: 2_500,
    aim: 1_300,
  },
  feed_over_none: {
    says: '3 dates × 11 plans, all changed ÷ the same without the feed of changes',
    kind: 'costs',
    must: 1.03,
  },
  push_beside_streams: {
    says: '3 dates × 11 plans, all changed ÷ the same without 200 open streams of changes',
    kind: 'costs',
    must: 1.05,
  },
  changes_page_ms: {
    says: 'milliseconds to read 1,000 changes',
    kind: 'costs',
    must: 5,
  },
  changes_page_growth: {
    says: 'the same behind a million changes (`--quick`: 100,000) ÷ behind none',
    kind: 'costs',
    must: 1.3,
  },
  as_of_growth: {
    says: 'the calendar of 31 days × 11 plans as of a moment, with 100,000 pushes ÷ with 1,000',
    kind: 'costs',
    must: 1.5,
  },
  as_of_over_calendar: {
    says: 'the calendar of 31 days × 11 plans as of a moment ÷ the present one',
    kind: 'costs',
    must: 2,
  },
  story_growth: {
    says: "a story's newest 50 entries with 100,000 pushes ÷ with 1,000",
    kind: 'costs',
    must: 1.5,
  },
  push_beside_history: {
    says: 'p99 of small pushes beside 8 readers of the past ÷ beside 8 of the present calendar',
    kind: 'costs',
    must: 1.5,
  },
  mail_over_none: {
    says: 'a push for a missing room, of 10,000 ÷ the same without e-mail',
    kind: 'costs',
    must: 1.1,
  },
  burst_over_floor: {
    says: 'an initial sync at once: inventory and 11 plans × 730 dates ÷ `INSERT … SELECT`',
    kind: 'costs',
    must: 1.8,
    aim: 1.3,
    isFloor: true,
  },
  full_sync_rows_per_second_over_floor: {
    says: 'inventory and 11 plans × 730 dates of 200 rooms from 32 connections: rows/s ÷ `INSERT … SELECT` by 4',
    kind: 'gains',
    must: 0.4,
    aim: 0.7,
    isFloor: true,
  },
  latency_of_one_push: {
    says: '3 dates × 11 plans on an idle service ÷ the same where no push can share a transaction',
    kind: 'costs',
    must: 1.05,
    aim: 1,
  },
  sparse_over_dense: {
    says: '2 dates, 700 days apart × 11 plans, changed ÷ 2 dates side by side',
    kind: 'costs',
  },
} satisfies Record<string, Bound>;

export type RatioName = keyof typeof BOUNDS;
