import { Logger } from '@nestjs/common';
import type { MailerOptions } from '@nestjs-modules/mailer';
import type { SMTPTransportOptions, Transport } from 'nodemailer';
import type { Config } from '../platform/config/config';

const TIMEOUT_MS = 30_000;

/** Sends mails through the server in SMTP_URL, or writes them to the log if it is not set. */
export function mailerOptions(config: Config): MailerOptions {
  return { transport: config.SMTP_URL === undefined ? new LogTransport() : smtp(config.SMTP_URL) };
}

/**
 * Requires TLS for a password unless the URL overrides it. By default, nodemailer would send it unencrypted without
 * TLS.
 */
function smtp(url: string): SMTPTransportOptions {
  const { username, password, searchParams } = new URL(url);
  const hasCredentials = username !== '' || password !== '';
  return {
    url,
    // These options take precedence over the URL.
    ...(hasCredentials && !searchParams.has('requireTLS') && { requireTLS: true }),
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
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
