import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** A larger body is never taken, and has no digest. */
const MAX_BYTES = 1_048_576;

/** One attempt of a caller at a call, which it tries again where it has heard of no success. */
export class Attempt {
  /** The request id of the first attempt at the same call: of this one, unless it is a repeat. */
  originalRequestId: string;
  /** What is asked for in words, however it was written; undefined where it has not been read that far. */
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

  /** When it failed for its caller: its answer was a failure, or the caller was gone before it was sent. */
  get failedAt(): Date | undefined {
    return this.failure;
  }

  fail(at: Date): void {
    this.failure = at;
    this.onFailure?.(at);
  }

  /** Calls back as soon as it fails, at once where it has. */
  whenFailed(callBack: (failedAt: Date) => void): void {
    this.onFailure = callBack;
    if (this.failure) callBack(this.failure);
  }

  /** By any of these, another attempt at the same call is recognized: by what it asks for, or as it was sent. */
  get digests(): string[] {
    const { rawBody } = this.request;
    if (rawBody) this.bytesDigest ??= this.beginDigest().update(rawBody).digest('base64');
    const contentDigest = this.content && createHash('sha256').update(this.content()).digest('base64');
    return [contentDigest, this.bytesDigest].flatMap((digest) => digest ?? []);
  }

  /** Takes the digest of a body that nobody else reads, and of which nothing is kept. */
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

  /** Where a call was sent, and with which token, is a part of how. */
  private beginDigest(): Hash {
    const { url, headers } = this.request;
    return createHash('sha256').update(`${url}\n${headers.authorization ?? ''}\n`);
  }
}
