import type { Transporter } from 'nodemailer';
import { createTransport } from 'nodemailer';
import { SmtpTransport, UnconfirmedMailError } from '../../../src/notification/smtp.transport';
import { MailServer } from '../../support/smtp';

describe('the transport of mails', () => {
  let mailServer: MailServer;
  let mailer: Transporter;
  beforeEach(async () => {
    mailServer = await new MailServer().start();
    mailer = createTransport(new SmtpTransport({ url: mailServer.url, socketTimeout: 200 }));
  });
  afterEach(() => mailServer.stop());

  const failureOf = (text = 'content', signal?: AbortSignal) =>
    mailer.sendMail({ from: 'a@example.org', to: 'b@example.org', subject: 'About', text, signal }).then(
      () => undefined,
      (error: unknown) => error,
    );
  /** Never resolves, so the server waits. */
  const forever = () => new Promise<void>(() => undefined);

  it('A mail that the server does not answer in time is perhaps sent', async () => {
    mailServer.onMail = forever;
    expect(await failureOf()).toBeInstanceOf(UnconfirmedMailError);
  });

  it('A mail whose sender stops while it waits for the answer is perhaps sent', async () => {
    const stop = new AbortController();
    mailServer.onMail = () => stop.abort();
    expect(await failureOf('content', stop.signal)).toBeInstanceOf(UnconfirmedMailError);
  });

  it('A mail that the server refuses after its content is not sent', async () => {
    mailServer.onMail = () => {
      throw Object.assign(new Error('spam'), { responseCode: 554 });
    };
    const error = await failureOf();
    expect(error).not.toBeInstanceOf(UnconfirmedMailError);
    expect(error).toMatchObject({ responseCode: 554 });
  });

  it('A mail is not sent if the server gives no answer about its recipient', async () => {
    mailServer.onRecipient = forever;
    const error = await failureOf();
    expect(error).toMatchObject({ code: 'ETIMEDOUT' });
    expect(error).not.toBeInstanceOf(UnconfirmedMailError);
  });

  it('A mail that is cut off in the middle of its content is not sent', async () => {
    mailServer.cutsContent = true;
    const error = await failureOf('x'.repeat(8_000_000));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(UnconfirmedMailError);
  });
});
