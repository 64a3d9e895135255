import type { LoggerService } from '@nestjs/common';
import { inspect } from 'node:util';

/** Keeps the log, and resolves when a line arrives that a test waits for. */
export class Log implements LoggerService {
  readonly errors: string[] = [];
  private lines: string[] = [];
  private waiting: { pattern: RegExp; resolve: (line: string) => void }[] = [];

  log = (message: unknown) => this.add(message);
  warn = (message: unknown) => this.add(message);
  error = (message: unknown) => {
    this.errors.push(inspect(message));
    this.add(message);
  };

  line(pattern: RegExp): Promise<string> {
    const known = this.lines.find((line) => pattern.test(line));
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => this.waiting.push({ pattern, resolve }));
  }

  /** The lines so far that contain this text, such as a request id. */
  linesAbout(text: string): string[] {
    return this.lines.filter((line) => line.includes(text));
  }

  private add(message: unknown): void {
    const line = typeof message === 'string' ? message : inspect(message);
    this.lines.push(line);
    for (const { pattern, resolve } of this.waiting) if (pattern.test(line)) resolve(line);
  }
}
