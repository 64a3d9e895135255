import { BadRequestException, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MessageSender } from '../../platform/auth/message-sender';
import { AdmissionControl } from '../../push/admission/admission-control';
import { basicPassword } from './credentials';
import { piecesOf, Turns } from './message-pieces';
import { rememberEnvelope } from './envelope';
import type { OtaMessage } from './ota-message';
import { startMessage } from './ota-message';
import { SoapReader } from './soap-reader';
import { XmlReader } from './xml-reader';

/** The largest part of a message that is read for an unknown sender: the SOAP header and the beginning of the body. */
const MAX_HEAD_BYTES = 16_384;

/** A message while it is read. */
export class Reception {
  message: OtaMessage | undefined;
  /** The access token that came with it. */
  token: string | undefined;
  bytes = 0;
}

/** Reads messages from calls. It authenticates the sender before it reads more than the head of a message. */
@Injectable()
export class MessageReceiver {
  private readonly turns = new Turns();

  constructor(
    private readonly senders: MessageSender,
    private readonly admission: AdmissionControl,
  ) {}

  /**
   * Reads a message. After a problem, the reception keeps the parts that were read before it.
   * @throws OtaFailure, UnauthorizedException, TooManyFailuresException, ForbiddenException, OverloadedError, XmlProblem,
   * BadRequestException, PayloadTooLargeException
   */
  async receive(request: FastifyRequest, reception: Reception): Promise<OtaMessage> {
    try {
      const message = await this.read(request, reception);
      if (message) return message;
      throw new BadRequestException('The SOAP body has no message');
    } finally {
      // The rest of a refused message is not processed, but the sender must be able to read the answer.
      request.raw.resume();
    }
  }

  private async read(request: FastifyRequest, reception: Reception): Promise<OtaMessage | undefined> {
    const soap = new SoapReader((action) => (reception.message = startMessage(action)).reader);
    const reader = new XmlReader(soap);
    const digest = request.attempt?.digestPieces();
    let isTrusted = false;
    for await (const piece of piecesOf(request.raw, this.turns, () => isTrusted)) {
      reception.bytes += piece.length;
      digest?.add(piece);
      const problem = attempt(() => reader.write(piece));
      if (soap.envelope) rememberEnvelope(request, soap.envelope);
      if (!isTrusted && reception.message) {
        // An unknown sender learns nothing about its message.
        reception.token = soap.password ?? basicPassword(request.headers);
        await this.admitSender(request, reception.token);
        isTrusted = true;
      }
      if (problem) throw problem.error;
      if (!isTrusted && reception.bytes > MAX_HEAD_BYTES)
        throw new BadRequestException(`The SOAP body must begin within ${MAX_HEAD_BYTES} bytes`);
    }
    reader.end();
    digest?.end();
    return reception.message;
  }

  private async admitSender(request: FastifyRequest, token: string | undefined): Promise<void> {
    await this.senders.authenticate(request, token, 'push');
    const bytes = Number(request.headers['content-length'] ?? 0);
    this.admission.assertCapacity({ callerKey: token ?? '', roomId: undefined, bytes });
  }
}

function attempt(run: () => void): { error: unknown } | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return { error };
  }
}
