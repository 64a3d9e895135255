import type { SMTPSentMessageInfo, SMTPTransportOptions, Transport } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { Readable } from 'node:stream';

/** The whole mail went to the mail server, and no answer came: the server may have accepted it. */
export class UnconfirmedMailError extends Error {
  constructor(cause: Error) {
    super(`The mail server did not confirm the mail: ${cause.message}`, { cause });
  }
}

/** Sends mails over SMTP, and distinguishes mails that were not sent from mails that perhaps were. */
export class SmtpTransport implements Transport<SMTPSentMessageInfo> {
  readonly name = 'SMTP';
  readonly version = '1';
  private readonly smtp: SMTPTransport;

  constructor(options: SMTPTransportOptions) {
    this.smtp = new SMTPTransport(options);
  }

  send: Transport<SMTPSentMessageInfo>['send'] = (mail, done) => {
    let isWhole = false;
    mail.message.processFunc((content) => Readable.from(passOn(content, () => (isWhole = true))));
    this.smtp.send(mail, (error, info) => {
      const isUnconfirmed = error && isWhole && !hasAnswer(error);
      done(isUnconfirmed ? new UnconfirmedMailError(error) : error, info);
    });
  };
}

/** Passes a stream on. It reads the stream only when its own reader reads: after the mail server has asked for the content. */
async function* passOn(content: Readable, onEnd: () => void): AsyncGenerator<Buffer> {
  yield* content;
  onEnd();
}

function hasAnswer(error: Error): boolean {
  return 'responseCode' in error && error.responseCode !== undefined;
}

/** Whether the mail server knows no mailbox of this name, or takes no mail for it (5xx). No later attempt changes that. */
export function isRecipientRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error && 'responseCode' in error)) return false;
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500;
}
