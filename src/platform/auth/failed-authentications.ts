import { HttpException, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const LIMIT = { points: 30, duration: 60 };

/** 429 with the time after which to try again. */
export class TooManyFailuresException extends HttpException {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many calls without a valid access token', 429);
  }
}

/**
 * Limits how many calls without a valid token an address may send: 30 a minute to each instance.
 *
 * A valid token is never limited, because a 429 would lose a push. Therefore the guard checks the token first, and this
 * class counts only failed calls. A call without a token never reaches the database. BatchedLookups describes the cost of
 * a flood of invented tokens. Callers behind one proxy share its address, but none is harmed: above the limit, only an
 * answer that would be 401 becomes 429.
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
