import type { Answer, TestService } from '../../support/service';
import { answerOfChannex, errorOfChannex, sendToChannex } from './channex-call';
import type { Hotel } from './hotel';
import { answerOfSiteConnect, errorOfSiteConnect, sendToSiteConnect } from './siteconnect-call';
import type { Message } from './steps';
import { wrongPartOf } from './wrong-part';

const DIALECTS = {
  channex: { send: sendToChannex, answerOf: answerOfChannex, errorOf: errorOfChannex },
  siteconnect: { send: sendToSiteConnect, answerOf: answerOfSiteConnect, errorOf: errorOfSiteConnect },
};

export function sendMessage(
  service: TestService,
  message: Message,
  signal: AbortSignal | null = null,
): Promise<Answer> {
  return DIALECTS[message.dialect].send(service, message, signal);
}

/**
 * Checks an answer to a message: a success, or the error for its wrong part.
 * @returns the request id; undefined if the message is wrong
 */
export function checkAnswer(hotel: Hotel, message: Message, answer: Answer): string | undefined {
  const { answerOf, errorOf } = DIALECTS[message.dialect];
  const wrong = wrongPartOf(hotel, message);
  const expected = wrong ? { error: errorOf(message, wrong) } : { requestId: expect.any(String) as string };
  const received = answerOf(answer, message);
  expect([message, answer.text, received]).toEqual([message, answer.text, expected]);
  return 'requestId' in received ? received.requestId : undefined;
}
