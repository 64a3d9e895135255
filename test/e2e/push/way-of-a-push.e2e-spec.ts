import { NotificationService } from '../../../src/notification/notification.service';
import type { QueuedPush } from '../../../src/push/push-queue';
import { PushQueue } from '../../../src/push/push-queue';
import { TestService } from '../../support/service';

/** Returns the functions of the service in the stack of an error, the outermost first. */
function framesOf({ stack = '' }: Error): string[] {
  const frames = stack.split('\n').filter((line) => line.includes('/src/') && !line.includes('node_modules'));
  return frames.map((line) => /at (?:async )?([^ ]+)/.exec(line)?.[1] ?? line).reverse();
}

describe('the way of a push', () => {
  const stackTraceLimit = Error.stackTraceLimit;
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
    Error.stackTraceLimit = 100;
  });
  afterAll(async () => {
    Error.stackTraceLimit = stackTraceLimit;
    jest.restoreAllMocks();
    await service.stop();
  });

  it('A push takes at most eight calls from its controller to its decision, each with a name of its own', async () => {
    const failure = new Error();
    jest.spyOn(service.app.get(NotificationService), 'emptyPriceList').mockImplementation(() => {
      Error.captureStackTrace(failure);
      throw failure;
    });
    const beforeQueue = new Error();
    const add = Reflect.get(PushQueue.prototype, 'add') as PushQueue<QueuedPush>['add'];
    jest.spyOn(PushQueue.prototype, 'add').mockImplementation(function (
      this: PushQueue<QueuedPush>,
      push: QueuedPush,
    ) {
      Error.captureStackTrace(beforeQueue);
      add.call(this, push);
    });

    const answer = await service.pushPrices('1', '1', []);

    expect(answer.status).toBe(500);
    const frames = [...framesOf(beforeQueue), ...framesOf(failure)];
    expect([frames[0], frames.at(-1)]).toEqual([
      'PricingController.updateCalendarPrices',
      'PricingService.decide',
    ]);
    expect(frames.length).toBeLessThanOrEqual(8);
    const names = frames.map((frame) => frame.split('.').at(-1));
    expect(new Set(names).size).toBe(names.length);
  });
});
