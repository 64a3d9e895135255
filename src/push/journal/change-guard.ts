import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { IfMatch } from '../../platform/http/entity-tag';
import { ProblemException } from '../../platform/http/problem';
import type { PastChange } from './past-change';
import { changesSince } from './past-change';
import { PastChangesRepository } from './past-changes.repository';

/** A room or a rate plan, as the API represents it now. */
interface Guarded<Record> {
  /** For example `Room 1`. */
  title: string;
  roomId: RoomId;
  /** Null for the room with all its plans. */
  ratePlanId: RatePlanId | null;
  present: Record;
  /** Returns the record before a change; undefined if it did not exist. */
  before: (record: Record, change: PastChange) => Record | undefined;
}

const WHAT_TO_DO = 'Read it again, and repeat the call with its new ETag.';

/** Keeps a caller from changing a record that has changed since the caller has read it. */
@Injectable()
export class ChangeGuard {
  constructor(private readonly pastChanges: PastChangesRepository) {}

  /**
   * The caller holds the lock of the room, so the record cannot change between this comparison and the change.
   * @throws ProblemException 412 that says who has changed what and when
   */
  async assertUnchanged<Record extends object>(
    manager: EntityManager,
    condition: IfMatch | undefined,
    { title, roomId, ratePlanId, present, before }: Guarded<Record>,
  ): Promise<void> {
    if (!condition || condition.allows(present)) return;
    const newestFirst = await this.pastChanges.find(manager, roomId, ratePlanId);
    const changes = changesSince(present, newestFirst, before, (record) => condition.allows(record));
    throw new ProblemException(412, `${inWords(title, changes, condition)} ${WHAT_TO_DO}`, [], { changes });
  }
}

function inWords(title: string, changes: PastChange[], { isWeak }: IfMatch): string {
  if (isWeak) return `If-Match has only weak entity tags, and these never match.`;
  if (changes.length > 0)
    return `${title} has changed since it was read: ${changes.map(changeInWords).join('; ')}.`;
  return `${title} is not as it was read. The journal does not say who has changed it.`;
}

function changeInWords({ token, operation, ratePlanId, changes, at }: PastChange): string {
  const plan = ratePlanId === null ? '' : ` of rate plan ${ratePlanId}`;
  return `${token ?? 'a call without a token'} ${deedOf(operation, changes, plan)} at ${at}`;
}

function deedOf(operation: string, changes: PastChange['changes'], plan: string): string {
  if (operation === 'createRatePlan') return `created${plan.replace(' of', '')}`;
  if (operation === 'deleteRatePlan') return `deleted${plan.replace(' of', '')}`;
  if (operation === 'changeRatePlans')
    return Object.entries(changes)
      .map(([id, { to }]) => `changed ${Object.keys(to as object).join(' and ')} of rate plan ${id}`)
      .join(', ');
  const fields = Object.entries(changes).map(([field, { from, to }]) => `${field}${valuesInWords(from, to)}`);
  return `changed ${fields.join(', ')}${plan}`;
}

/** A rule or a guard is too long for a sentence. */
function valuesInWords(from: unknown, to: unknown): string {
  const isLong = [from, to].some((value) => typeof value === 'object' && value !== null);
  return isLong ? '' : ` from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
}
