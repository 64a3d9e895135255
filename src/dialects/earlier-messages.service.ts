import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { keyAt, receivedAt } from '../push/journal/request-id';
import { countLetters } from '../push/journal/verdicts';
import { EarlierMessagesRepository } from './earlier-messages.repository';
import type { MessageResult, MessageToApply } from './message';

/** The time in which a repeated message is recognized. */
const REPEAT_MS = 24 * 3_600_000;

/** Recognizes repeated messages. */
@Injectable()
export class EarlierMessagesService {
  constructor(private readonly messages: EarlierMessagesRepository) {}

  /** Finds the messages that were applied before, by the ids of the calls that repeat them. */
  async find(manager: EntityManager, works: readonly MessageToApply[]): Promise<Map<string, MessageResult>> {
    const sent = works.map(({ call: { id: callId, operation, token }, digest }) => {
      const sinceKey = keyAt(new Date(receivedAt(callId).getTime() - REPEAT_MS));
      return { callId, operation, tokenId: token?.id ?? null, digest, sinceKey };
    });
    const earlier = new Map<string, MessageResult>();
    for (const [id, { callId, notes, verdicts }] of await this.messages.find(manager, sent)) {
      const records = verdicts === null ? undefined : countLetters(verdicts);
      earlier.set(id, { outcome: 'applied', callId, ignored: notes, records });
    }
    return earlier;
  }
}

/** Returns the key of a message. A repeated message has the same key. */
export function keyOf({ call: { id, operation, token }, digest }: MessageToApply): string {
  return digest ? `${operation} ${token?.id} ${digest.toString('hex')}` : id;
}
