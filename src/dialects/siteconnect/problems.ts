import { quote } from '../../platform/http/quote';
import type { MessageProblem, ProblemCode } from '../message';

/** An answer names at most this many problems. */
const MAX_PROBLEMS = 99;
/** A message may contain any number of unknown elements. */
const MAX_SENTENCES = 20;

/** Collects the problems and the ignored parts of a message while it is read. */
export class Problems {
  readonly list: MessageProblem[] = [];
  private readonly sentences = new Set<string>();

  get ignored(): string[] {
    return [...this.sentences];
  }

  /** @returns null, which stands for a value with a problem */
  add(code: ProblemCode, place: string, message: string): null {
    if (this.list.length < MAX_PROBLEMS) this.list.push({ code, place, message });
    return null;
  }

  missing(place: string): null {
    return this.add('fieldMissing', place, `${place} is missing`);
  }

  /** @param expected what the value must be, after "must be" */
  invalid(place: string, value: string, expected: string): null {
    return this.add('invalidValue', place, `${place} must be ${expected}; got ${quote(value)}`);
  }

  /** Records that a part of a message has no effect. Equal sentences are recorded once. */
  ignore(sentence: string): void {
    if (this.sentences.size < MAX_SENTENCES) this.sentences.add(sentence);
  }
}
