import { ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { MessageSender } from '../../platform/auth/message-sender';
import { Clock } from '../../platform/dates/clock';
import { ProblemException } from '../../platform/http/problem';
import { callOf } from '../../platform/http/request-context';
import { admit } from '../../push/admission/admit';
import { AdmissionControl } from '../../push/admission/admission-control';
import type { JournaledCall } from '../../push/journal/journaled-call';
import { UnsuccessfulCallRecorder } from '../../push/unsuccessful-call-recorder';
import { receiptOfRefusal } from '../../push/dry-run/dry-run.hook';
import { ROOMS_LISTED, SandboxJournalService } from '../../push/sandbox/sandbox-journal.service';
import { DialectService } from '../dialect.service';
import { ForeignHotelError } from '../hotel-access';
import type { MessageProblem } from '../message';
import { warningsOf } from '../warnings';
import { wrongXmlType } from './content-type';
import { envelopeOf } from './envelope';
import { HotelRequestReader } from './hotel-request-reader';
import { MessageReceiver, Reception } from './message-receiver';
import type { Notification } from './notification';
import { NotificationReader } from './notification-reader';
import {
  CREDENTIALS_TEXT,
  hotelMissing,
  oneError,
  refusal,
  roomStays,
  success,
  UNABLE_TO_PROCESS,
  WRONG_CREDENTIALS,
} from './ota-content';
import { OtaFailure } from './ota-failure';
import type { OtaMessage } from './ota-message';
import { answerName } from './ota-message';
import { PingReader } from './ping-reader';
import { writeAnswer } from './soap-writer';
import type { Xml } from './xml-writer';
import { element, text } from './xml-writer';

const OPERATION = 'siteconnectMessage';
/** The journal describes this many problems. The answer has all of them. */
const MAX_DESCRIBED = 10;

/** Answers the messages of SiteMinder's SiteConnect. */
@Injectable()
export class SiteConnectService {
  constructor(
    private readonly receiver: MessageReceiver,
    private readonly dialects: DialectService,
    private readonly senders: MessageSender,
    private readonly admission: AdmissionControl,
    private readonly unsuccessfulCalls: UnsuccessfulCallRecorder,
    private readonly sandboxes: SandboxJournalService,
    private readonly clock: Clock,
  ) {}

  /** @throws HttpException for a call that has no OTA message to answer, OverloadedError */
  async answer(request: FastifyRequest): Promise<string> {
    const wrongType = wrongXmlType(request.headers);
    if (wrongType) throw new ProblemException(415, wrongType);
    const reception = new Reception();
    try {
      const message = await this.receiver.receive(request, reception);
      request.hotelCode = hotelCodeOf(message);
      return this.write(message, request, await this.process(message, request, reception));
    } catch (error) {
      const { message } = reception;
      if (!message) throw error;
      request.hotelCode = hotelCodeOf(message);
      return this.write(message, request, await this.refuse(error, request));
    }
  }

  private write(message: OtaMessage, request: FastifyRequest, content: Xml[]): string {
    return writeAnswer(
      { name: answerName(message), echoToken: message.echoToken, content },
      this.clock.now(),
      envelopeOf(request),
    );
  }

  /** @throws OtaFailure */
  private async process(
    { name, echoToken, reader }: OtaMessage,
    request: FastifyRequest,
    reception: Reception,
  ): Promise<Xml[]> {
    if (request.dryRun) {
      // The journal checks the token of a message again. A dry run has no entry.
      await this.senders.assertStillValid(reception.token ?? '');
      if (reader instanceof HotelRequestReader || reader instanceof PingReader)
        throw new ProblemException(404, `${name} has no dry run: it changes nothing`);
    }
    if (reader instanceof NotificationReader)
      return this.apply(reader.notification, messageIdOf(echoToken), request, reception);
    if (reader instanceof HotelRequestReader) return this.describe(reader, request, reception);
    if (!(reader instanceof PingReader)) throw new OtaFailure(`${name} is not supported`);
    await this.senders.assertStillValid(reception.token ?? '');
    request.outcome = 'applied';
    return success([], element('EchoData', {}, text(reader.echo ?? '')));
  }

  private async apply(
    { hotelCode = '', parts, problems }: Notification,
    messageId: string | null,
    request: FastifyRequest,
    { bytes, token = '' }: Reception,
  ): Promise<Xml[]> {
    if (problems.list.length > 0) return this.refuseContent(problems.list, hotelCode, request);
    const { capacity, release } = admit(this.admission, { callerKey: token, roomId: undefined, bytes });
    try {
      request.capacity = capacity;
      const message = {
        dialect: 'siteconnect',
        messageId,
        hotels: [{ code: hotelCode, place: '' }],
        parts,
        ignored: problems.ignored,
      } as const;
      const result = await this.dialects.apply(message, { ...callOf(request), operation: OPERATION });
      if (result.outcome === 'refused') return await this.refuseContent(result.problems, hotelCode, request);
      request.outcome = 'applied';
      // A repeat has the answer of the first message, and no records of its own.
      if (result.callId === request.id) request.records = result.records && { ...result.records };
      return success(warningsOf(result));
    } finally {
      release();
    }
  }

  private async describe(
    { hotelCode = '', problems }: HotelRequestReader,
    request: FastifyRequest,
    { token = '' }: Reception,
  ): Promise<Xml[]> {
    await this.senders.assertStillValid(token);
    if (problems.list.length > 0) return this.refuseContent(problems.list, hotelCode, request);
    const hotel = await this.dialects.describe(hotelCode, callOf(request));
    request.outcome = hotel ? 'applied' : 'refused';
    if (!hotel) return hotelMissing(hotelCode);
    await this.sandboxes.record(this.journaled(request), {}, [ROOMS_LISTED]);
    return success([], ...roomStays(hotel));
  }

  private async refuseContent(
    problems: MessageProblem[],
    hotelCode: string,
    request: FastifyRequest,
  ): Promise<Xml[]> {
    const lines = problems.slice(0, MAX_DESCRIBED).map(({ place, message }) => `${place} ${message}`.trim());
    const more = problems.length - lines.length;
    await this.record(request, [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
    return refusal(problems, hotelCode);
  }

  /** Answers a failure as an OTA message if possible. */
  private async refuse(error: unknown, request: FastifyRequest): Promise<Xml[]> {
    // A dry run without a valid token has neither a receipt nor a SOAP answer.
    if (request.dryRun && !(error instanceof OtaFailure)) throw error;
    if (error instanceof UnauthorizedException) {
      request.outcome = 'unauthorized';
      return oneError(WRONG_CREDENTIALS, CREDENTIALS_TEXT);
    }
    if (!(error instanceof ForbiddenException || error instanceof OtaFailure)) throw error;
    try {
      await this.record(request, error.message);
    } catch (later) {
      return this.refuse(later, request);
    }
    if (error instanceof ForeignHotelError) return hotelMissing(error.hotelCode);
    return oneError(error instanceof OtaFailure ? UNABLE_TO_PROCESS : WRONG_CREDENTIALS, error.message);
  }

  /** Journals a refused message. @throws UnauthorizedException if its token is no longer valid */
  private async record(request: FastifyRequest, problem: string): Promise<void> {
    if (request.dryRun) {
      receiptOfRefusal(request, { status: 200, detail: problem });
      return;
    }
    request.outcome = 'refused';
    const refused = { outcome: 'refused', problem } as const;
    await this.unsuccessfulCalls.record(this.journaled(request), refused, request.hotelCode);
  }

  private journaled(request: FastifyRequest): JournaledCall {
    return { ...callOf(request), operation: OPERATION, roomId: null, ratePlanId: null };
  }
}

/** Only a UUID identifies a message. Many senders always send the same `EchoToken`. */
function messageIdOf(echoToken: string | undefined): string | null {
  return echoToken !== undefined && isUUID(echoToken) ? echoToken : null;
}

/** Returns the hotel that a message names, as far as it was read. */
function hotelCodeOf({ reader }: OtaMessage): string | undefined {
  if (reader instanceof NotificationReader) return reader.notification.hotelCode;
  return reader instanceof HotelRequestReader ? reader.hotelCode : undefined;
}
