import { setTimeout as delay } from 'node:timers/promises';
import { RepeatedJob } from '../../src/platform/jobs/repeated-job';

/** A job that notes its parts. */
class TestJob extends RepeatedJob {
  readonly parts: string[] = [];
  onPart: () => Promise<boolean> = () => Promise.resolve(false);

  constructor() {
    super(1_000);
    this.logger.error = () => this.parts.push('error');
    this.logger.log = () => this.parts.push('success again');
  }

  protected async runPart(): Promise<boolean> {
    this.parts.push('begin');
    const isMoreLeft = await this.onPart();
    this.parts.push('end');
    return isMoreLeft;
  }
}

describe('a repeated job', () => {
  let job: TestJob;
  beforeEach(() => (job = new TestJob()));

  it('A job continues while there is more to do', async () => {
    let left = 2;
    job.onPart = () => Promise.resolve(--left > 0);
    await job.wake();
    expect(job.parts).toEqual(['begin', 'end', 'begin', 'end']);
  });

  it('A job that is woken during a part runs again after it, once', async () => {
    job.onPart = () => delay(5, false);
    await Promise.all([job.wake(), job.wake(), job.wake()]);
    expect(job.parts).toEqual(['begin', 'end', 'begin', 'end']);
  });

  it('A job logs the first failure of several, and the success after them', async () => {
    job.onPart = () => Promise.reject(new Error('The database is away'));
    for (let time = 0; time < 3; time++) await job.wake();
    job.onPart = () => Promise.resolve(false);
    for (let time = 0; time < 2; time++) await job.wake();
    expect(job.parts.filter((part) => part !== 'begin' && part !== 'end')).toEqual([
      'error',
      'success again',
    ]);
  });

  it('A job that is stopped ends its part and begins no other', async () => {
    job.onPart = () => delay(5, true);
    void job.wake();
    job.beforeApplicationShutdown();
    await job.onApplicationShutdown();
    expect(job.parts).toEqual(['begin', 'end']);
    await job.wake();
    expect(job.parts).toEqual(['begin', 'end']);
  });
});
