/** The bound of a ratio. */
export interface Bound {
  /** The two figures that are divided. */
  says: string;
  /** `costs`: less is better. `gains`: more is better. */
  kind: 'costs' | 'gains';
  must?: number;
  aim?: number;
  /** Whether the service is compared with a lower limit, because nothing can do the same work faster. */
  isFloor?: boolean;
}

/** The measured ratios with their bounds. */
export const BOUNDS = {
  update_over_floor: {
    says: '730 dates × 11 plans, all changed ÷ one bare `UPDATE` of the same rows',
    kind: 'costs',
    must: 2.2,
    aim: 1.6,
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
    says: '730 dates of inventory, 11 plans, all changed ÷ the same steps in SQL, states and journal entry included',
    kind: 'costs',
    must: 1.8,
    aim: 1.3,
  },
  first_sync_over_sql: {
    says: 'the first inventory and 11 plans × 730 dates of a room ÷ the same twelve steps in SQL, states and journal entries included',
    kind: 'costs',
    must: 1.4,
    aim: 1.1,
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
    must: 0.6,
    aim: 0.8,
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
    says: 'bytes of WAL a changed price, states and journal entry included, without full-page images',
    kind: 'costs',
    must: 130,
    aim: 100,
  },
  same_room_over_serial: {
    says: '32 callers push 3 × 11 to one room: pushes/s ÷ one caller alone',
    kind: 'gains',
    must: 5,
    aim: 8,
  },
  lone_caller_over_floor: {
    says: 'pushes/s of 3 dates × 11 plans from one caller ÷ transactions/s in SQL on one connection',
    kind: 'gains',
    must: 0.28,
    aim: 0.4,
    isFloor: true,
  },
  lone_caller_over_baseline: {
    says: 'the same ÷ pushes/s of the version given by `--baseline`',
    kind: 'gains',
    must: 1.1,
    aim: 1.4,
  },
  calendar_over_json_agg: {
    says: 'the calendar of 365 days × 11 plans ÷ `json_agg` over the same rows in SQL',
    kind: 'costs',
    must: 1.1,
    aim: 0.8,
  },
  calendar_of_many_rooms: {
    says: 'the calendar of 30 rooms × 11 plans × 31 days, of 20 million prices ÷ `json_agg` over the same rows',
    kind: 'costs',
    must: 1.3,
    aim: 1,
  },
  min_stay_over_prices: {
    says: 'minimum stay of 730 dates × 11 plans, all changed ÷ prices of the same dates',
    kind: 'costs',
    must: 1.3,
  },
  blackout_over_inventory: {
    says: 'closed dates, 730 of a room with 11 plans, all changed ÷ inventory of the same dates',
    kind: 'costs',
    must: 1.1,
  },
  prices_beside_restrictions: {
    says: '730 dates × 11 plans, all changed, in a room with restrictions on every date ÷ in one without',
    kind: 'costs',
    must: 1.05,
  },
  calendar_beside_closures: {
    says: 'the calendar of 30 rooms × 11 plans × 31 days with 1,000 closures stored for them ÷ of rooms without',
    kind: 'costs',
    must: 1.1,
  },
  stay_milliseconds: {
    says: 'milliseconds of `GET /admin/stays` for 30 nights that were closed a year ago, with changes each day since',
    kind: 'costs',
    must: 15,
  },
  stay_longest_milliseconds: {
    says: 'the same, closed 800 days ago',
    kind: 'costs',
  },
  stay_growth: {
    says: 'the same, closed a week ago: with 800 days of past ÷ with 30',
    kind: 'costs',
    must: 1.3,
  },
  shield_over_none: {
    says: '3 dates × 11 plans, all changed ÷ the same with `LATE_ARRIVAL_SECONDS=0`',
    kind: 'costs',
    must: 1.03,
  },
  wal_bytes_a_small_push: {
    says: 'bytes of WAL that a push of 3 dates × 11 plans writes, journal, states and full-page images included',
    kind: 'costs',
    must: 10_000,
  },
  past_bytes_a_small_push: {
    says: 'bytes that a push of 3 dates × 11 plans leaves in journal and states, with their indexes',
    kind: 'costs',
    must: 1_750,
    aim: 1_000,
  },
  push_beside_streams: {
    says: '3 dates × 11 plans, all changed ÷ the same without 200 open streams of changes',
    kind: 'costs',
    must: 1.05,
  },
  changes_page_over_live: {
    says: 'a page of 1,000 changes ÷ `GET /health/live`',
    kind: 'costs',
    must: 10,
    aim: 5,
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
    aim: 1.2,
  },
  as_of_tenth_call_over_second: {
    says: 'the calendar of 730 days × 11 plans as of a moment: the tenth call on a connection ÷ the second',
    kind: 'costs',
    must: 1.5,
  },
  undo_without_statistics: {
    says: 'an undo of 730 dates × 11 plans on a database that was never analysed ÷ on one that was',
    kind: 'costs',
    must: 2,
  },
  others_shed_beside_floods: {
    says: 'pushes of 20 callers that were answered 503 beside floods',
    kind: 'costs',
    must: 0,
  },
  beside_flood_of_8: {
    says: 'p99 of 20 callers beside one token that floods one room from 8 connections ÷ without',
    kind: 'costs',
    must: 4,
    aim: 2,
  },
  beside_flood_of_16: {
    says: 'the same from 16 connections ÷ without',
    kind: 'costs',
    must: 4,
    aim: 2,
  },
  beside_foreign_flood: {
    says: 'the same with a token of another property, from 16 connections ÷ without',
    kind: 'costs',
    must: 4,
    aim: 2,
  },
  beside_reading_flood: {
    says: 'the same with a token that may only read ÷ without',
    kind: 'costs',
    must: 4,
    aim: 2,
  },
  beside_unknown_flood: {
    says: 'the same with another made-up token in each call ÷ without',
    kind: 'costs',
    must: 4,
    aim: 2,
  },
  flood_of_8_over_1: {
    says: 'pushes/s of the flood that were accepted from 8 connections ÷ from one',
    kind: 'gains',
    must: 0.5,
  },
  flood_of_16_over_1: {
    says: 'the same from 16 connections ÷ from one',
    kind: 'gains',
    must: 0.5,
    aim: 0.9,
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
  full_sync_rows_per_second_over_floor: {
    says: 'inventory and 11 plans × 730 dates of 200 rooms from 32 connections: rows/s ÷ `INSERT … SELECT` by 4',
    kind: 'gains',
    must: 0.3,
    aim: 0.6,
    isFloor: true,
  },
  channex_message_seconds: {
    says: 'seconds of one Channex message of 170 plans × 588 dates: prices and three restrictions, by weeks',
    kind: 'costs',
    must: 3,
  },
  channex_first_message_seconds: {
    says: 'the same for rooms that have no dates yet',
    kind: 'costs',
    must: 3,
  },
  channex_message_by_date_seconds: {
    says: 'seconds of a Channex message of nearly 10 MiB: prices of 170 plans × 300 dates, one change a date',
    kind: 'costs',
    must: 3,
  },
  channex_message_mebibytes: {
    says: 'MiB of memory that these messages take, one after the other, above an idle service that has had ordinary pushes',
    kind: 'costs',
    must: 300,
  },
  beside_channex_message_ms: {
    says: 'milliseconds within which 99 of 100 pushes of 20 callers are done beside these messages',
    kind: 'costs',
    must: 500,
  },
  siteconnect_rates_over_prices: {
    says: 'SiteConnect rates of 750 dates, one message a date ÷ operation 2 with the same',
    kind: 'costs',
    must: 1.6,
  },
  channex_over_operation: {
    says: 'Channex changes/s of 3 dates × 11 plans from 32 connections ÷ pushes/s of operation 2 with the same',
    kind: 'gains',
    must: 0.85,
  },
  citus_small_over_one: {
    says: 'pushes/s of 1 date × 11 plans from 32 connections on a Citus cluster ÷ on one PostgreSQL 15, all on one machine',
    kind: 'gains',
    must: 0.3,
  },
  citus_prices_over_one: {
    says: 'the same with 730 dates × 11 plans from one caller',
    kind: 'gains',
    must: 0.9,
  },
  citus_inventory_over_one: {
    says: 'the same with inventory of 730 dates from one caller',
    kind: 'gains',
    must: 0.7,
  },
  sparse_over_dense: {
    says: '2 dates, 700 days apart × 11 plans, changed ÷ 2 dates side by side',
    kind: 'costs',
  },
} satisfies Record<string, Bound>;

export type RatioName = keyof typeof BOUNDS;

/** The figure that needs another version to compare with. */
export const BASELINE_RATIO = 'lone_caller_over_baseline' satisfies RatioName;
