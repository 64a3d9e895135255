import { Logger } from '@nestjs/common';
import type { MailerOptions } from '@nestjs-modules/mailer';
import type { SMTPTransportOptions, Transport } from 'nodemailer';
import type { Config } from '../platform/config/config';

const TIMEOUT_MS = 30_000;

/** How mails leave: by the mail server of SMTP_URL, or into the log where there is none. */
export function mailerOptions(config: Config): MailerOptions {
  return { transport: config.SMTP_URL === undefined ? new LogTransport() : smtp(config.SMTP_URL) };
}

/** A password does not go over the network unencrypted, unless the URL says so: left to itself, it would where no TLS is offered. */
function smtp(url: string): SMTPTransportOptions {
  const { username, password, searchParams } = new URL(url);
  const hasCredentials = username !== '' || password !== '';
  return {
    url,
    // What stands here takes precedence over the URL.
    ...(hasCredentials && !searchParams.has('requireTLS') && { requireTLS: true }),
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
}

/** Writes mails to the log, for a platform that has named no mail server yet. */
class LogTransport implements Transport {
  readonly name = 'log';
  readonly version = '1';
  private readonly logger = new Logger(LogTransport.name);

  send: Transport['send'] = (mail, done) => {
    const { to, subject, text } = mail.data;
    this.logger.log({ msg: 'A mail, here because SMTP_URL is not set', to, subject, text });
    done(null, { envelope: mail.message.getEnvelope(), messageId: mail.message.messageId() });
  };
}
