import { Injectable } from '@nestjs/common';

/** Tells what day it is. Tests put another one in its place, so that nothing depends on the day they run. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
