import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** A larger body is never accepted and has no digest. */
const MAX_BYTES = 1_048_576;

/** One attempt of a caller at a call. A caller repeats a call after a failure. */
export class Attempt {
  /** The request id of the first attempt at the same call. It is this attempt's own id unless it is a repeat. */
  originalRequestId: string;
  /** The parsed content in a canonical form; undefined if the call was not parsed that far. */
  content: (() => string) | undefined;
  private failure: Date | undefined;
  private onFailure: ((failedAt: Date) => void) | undefined;
  private bytesDigest: string | undefined;

  constructor(private readonly request: FastifyRequest) {
    this.originalRequestId = request.id;
  }

  get id(): string {
    return this.request.id;
  }

  /** When the attempt failed for its caller: the answer was a failure, or the caller disconnected before the answer. */
  get failedAt(): Date | undefined {
    return this.failure;
  }

  fail(at: Date): void {
    this.failure = at;
    this.onFailure?.(at);
  }

  /** Calls back when the attempt fails, or immediately if it already has. */
  whenFailed(callBack: (failedAt: Date) => void): void {
    this.onFailure = callBack;
    if (this.failure) callBack(this.failure);
  }

  /** The digests that identify another attempt at the same call: one of the content, one of the bytes. */
  get digests(): string[] {
    const { rawBody } = this.request;
    if (rawBody) this.bytesDigest ??= this.beginDigest().update(rawBody).digest('base64');
    const contentDigest = this.content && createHash('sha256').update(this.content()).digest('base64');
    return [contentDigest, this.bytesDigest].flatMap((digest) => digest ?? []);
  }

  /** Computes the digest of a body that is read piece by piece. The attempt has the digest after the call of `end`. */
  digestPieces(): { add: (piece: Uint8Array) => void; end: () => void } {
    const digest = this.beginDigest();
    return {
      add: (piece) => void digest.update(piece),
      end: () => (this.bytesDigest = digest.digest('base64')),
    };
  }

  /** Computes the digest of a body that no other code reads, without keeping the body. */
  digestBody(onEnd: () => void): void {
    const digest = this.beginDigest();
    let size = 0;
    this.request.raw.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BYTES) digest.update(chunk);
    });
    this.request.raw.on('end', () => {
      if (size > MAX_BYTES) return;
      this.bytesDigest = digest.digest('base64');
      onEnd();
    });
  }

  /** The digest of the bytes includes the URL and the token of the call. */
  private beginDigest(): Hash {
    const { url, headers } = this.request;
    return createHash('sha256').update(`${url}\n${headers.authorization ?? ''}\n`);
  }
}
