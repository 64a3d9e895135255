import { HttpException, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const LIMIT = { points: 30, duration: 60 };

/** 429, with when to try again. */
export class TooManyFailuresException extends HttpException {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many calls without a valid access token', 429);
  }
}

/**
 * Limits the calls without a valid token that an address may send: 30 a minute, to each instance.
 *
 * A valid token is never limited, from whatever address: a 429 would lose a push. So a token is looked at first, and
 * only a call that has failed is counted. A call without a token never gets to the database; for what a flood of
 * tokens that are made up costs there, see TokenLookups. Callers behind one proxy share its address, which
 * harms none of them: over the limit, what would have been a 401 is a 429.
 */
@Injectable()
export class FailedAuthentications {
  private readonly limiter = new RateLimiterMemory(LIMIT);

  /** @throws TooManyFailuresException above the limit */
  async count(address: string): Promise<void> {
    try {
      await this.limiter.consume(address);
    } catch (reached) {
      if (!(reached instanceof RateLimiterRes)) throw reached;
      throw new TooManyFailuresException(Math.ceil(reached.msBeforeNext / 1000));
    }
  }
}
