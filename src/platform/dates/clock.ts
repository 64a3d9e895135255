import { Injectable } from '@nestjs/common';

/** The current time. Tests replace this class so that they do not depend on the day they run. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
