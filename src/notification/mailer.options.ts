import { Logger } from '@nestjs/common';
import type { MailerOptions } from '@nestjs-modules/mailer';
import type { Transport } from 'nodemailer';
import type { Config } from '../platform/config/config';
import { SmtpTransport } from './smtp.transport';

const CONNECTION_TIMEOUT_MS = 30_000;
/** RFC 5321, section 4.5.3.2.1: a mail server may make unknown senders wait. */
const GREETING_TIMEOUT_MS = 5 * 60_000;
/** RFC 5321, section 4.5.3.2.6: a mail server may take this long to accept a mail. A client that gives up sooner sends it twice. */
const ANSWER_TIMEOUT_MS = 10 * 60_000;

/** Sends mails through the server in SMTP_URL, or writes them to the log if it is not set. */
export function mailerOptions(config: Config): MailerOptions {
  return { transport: config.SMTP_URL === undefined ? new LogTransport() : smtp(config.SMTP_URL) };
}

/**
 * Requires TLS for a password unless the URL overrides it. By default, nodemailer would send it unencrypted without
 * TLS.
 */
function smtp(url: string): SmtpTransport {
  const { username, password, searchParams } = new URL(url);
  const hasCredentials = username !== '' || password !== '';
  return new SmtpTransport({
    url,
    // These options take precedence over the URL.
    ...(hasCredentials && !searchParams.has('requireTLS') && { requireTLS: true }),
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
}

/** Writes mails to the log while no mail server is configured. */
class LogTransport implements Transport {
  readonly name = 'log';
  readonly version = '1';
  private readonly logger = new Logger(LogTransport.name);

  send: Transport['send'] = (mail, done) => {
    const { to, subject, text } = mail.data;
    this.logger.log({ msg: 'Mail written to the log, because SMTP_URL is not set', to, subject, text });
    done(null, { envelope: mail.message.getEnvelope(), messageId: mail.message.messageId() });
  };
}
