import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../calendar/calendar-store';
import type { RoomCalendars } from '../calendar/room-calendars';
import type { PlanCell } from '../calendar/cell';
import { momentText } from '../platform/dates/microseconds';
import type { RoomId } from '../platform/database/id';
import type { NewerMessageWrites } from '../push/late-arrivals/newer-writes';
import { JournalAdministrationService } from '../push/journal/journal-administration.service';
import type { JournalEntryView } from '../push/journal/journal.dto';
import { MAX_RECORDS } from '../push/journal/journal-records';
import { countDerived, dryRunReceipt } from '../push/dry-run/dry-run-receipt';
import { PushDryRun } from '../push/dry-run/push-dry-run';
import { dryRunEntry } from '../push/dry-run/dry-run-entry';
import { EarlierMessagesService } from './earlier-messages.service';
import type { MessageResult, MessageToApply } from './message';
import type { LocatedMessage, MessageEntry } from './message-entries';
import { countOf, entriesOf } from './message-entries';
import type { MessageRecords } from './message-records';
import { MessageRulesService } from './message-rules.service';
import { MessageStepsService, refusalOfDeleted, refusedFor } from './message-steps.service';

/** The dry run of a message: it runs the steps up to the decision, without locks, and saves nothing. */
@Injectable()
export class MessageDryRunService {
  constructor(
    private readonly dryRuns: PushDryRun,
    private readonly store: CalendarStore,
    private readonly earlier: EarlierMessagesService,
    private readonly steps: MessageStepsService,
    private readonly rules: MessageRulesService,
    private readonly journal: JournalAdministrationService,
  ) {}

  /** @throws ForbiddenException */
  async run(work: MessageToApply): Promise<MessageResult> {
    const { call } = work;
    const result = await this.dryRuns.read(call, (manager) => this.dryRun(manager, work));
    if (call.dryRun && result.outcome === 'applied' && result.callId !== call.id) {
      // A message that was applied before changes nothing, and gets the receipt of the first call.
      const receipt = await this.journal.readReceipt(result.callId, call.token?.id);
      call.dryRun.receipt = Object.assign({}, receipt, { derived: 0 });
    }
    return result;
  }

  private async dryRun(manager: EntityManager, work: MessageToApply): Promise<MessageResult> {
    const { call } = work;
    const [located] = this.steps.locate([work]) as [LocatedMessage];
    const [hotels, earlier] = await Promise.all([
      this.steps.findHotels(manager, [work]),
      this.earlier.find(manager, [work]),
    ]);
    const found = earlier.get(call.id);
    if (found) return found;
    const checked = await this.steps.check(manager, located, hotels);
    if (checked instanceof Error) throw checked;
    if ('outcome' in checked) return checked;
    const { records, requests, entryIds } = checked;
    const loaded = await this.store.load(manager, requests, { withoutLocks: true });
    const refusal = refusalOfDeleted(checked, loaded);
    if (refusal) return refusal;
    const { calendars } = loaded;
    const appliedAt = momentText(Date.now() * 1_000);
    const newer = new Map<RoomId, NewerMessageWrites>();
    const decision = await this.rules.apply(records, { calendars, newer, appliedAt, entryIds });
    if (decision.problem) return refusedFor(decision.problem);
    const entries = entriesOf(checked, decision, appliedAt);
    const views = viewsOf(entries);
    const [first] = views;
    if (call.dryRun && first)
      call.dryRun.receipt = dryRunReceipt(first, await countAllDerived(calendars, records), views);
    return { outcome: 'applied', callId: call.id, ignored: records.notes, records: countOf(entries) };
  }
}

/** Returns the entries for the receipt, with a limited number of records. */
function viewsOf(entries: readonly MessageEntry[]): JournalEntryView[] {
  let left = MAX_RECORDS;
  return entries.map(({ call, result, message }) => {
    const view = dryRunEntry(call, result, message, left);
    left -= view.records.length;
    return view;
  });
}

/** Counts the cells of derived plans that would change, without those that the message itself sets. */
async function countAllDerived(calendars: RoomCalendars, { runs }: MessageRecords): Promise<number> {
  const named = new Map<string, Set<string>>();
  for (const { run } of runs) {
    const { ratePlanId, range } = run;
    if (ratePlanId === null) continue;
    let dates = named.get(ratePlanId);
    if (!dates) named.set(ratePlanId, (dates = new Set()));
    for (let index = range.start; index < range.end; index++) dates.add(range.dates[index] ?? '');
  }
  const isNamed = ({ ratePlanId, date }: PlanCell) => named.get(ratePlanId)?.has(date) ?? false;
  let count = 0;
  for (const calendar of calendars.all) {
    count += countDerived(calendar, calendars, isNamed);
    await nextTurn();
  }
  return count;
}
