import { NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import type { NotificationPage } from '../../../src/notification/notification.dto';
import { SHORT_TIMING } from '../../support/short-timing';
import { TestService } from '../../support/service';
import { MailServer } from '../../support/smtp';
import { until } from '../../support/until';

describe('SMTP_URL with a user and a password', () => {
  let mailServer: MailServer;
  let service: TestService | undefined;
  afterEach(async () => {
    await service?.stop();
    await mailServer.stop();
  });

  /** Starts a service that has one mail to send. */
  async function startWith(url: string): Promise<TestService> {
    service = await TestService.start({
      settings: { SMTP_URL: url },
      override: (builder) => builder.overrideProvider(NOTIFICATION_TIMING).useValue(SHORT_TIMING),
    });
    await service.pushInventory('987654', [{ date: '2026-12-24', inventoryNumber: 2 }]);
    return service;
  }
  const urlWith = (query: string) => `${mailServer.url.replace('//', '//hotel:secret@')}${query}`;

  it('The SMTP password is not sent to a mail server without TLS, and the mail says why', async () => {
    mailServer = await new MailServer({ tls: false }).start();
    const service = await startWith(urlWith(''));
    const failed = await until(async () => {
      const { body } = await service.admin<NotificationPage>('GET', '/notifications?state=failed');
      return body.items[0];
    });
    expect(failed.lastError).toMatch(/STARTTLS|TLS/);
    expect([mailServer.mails, mailServer.logins]).toEqual([[], []]);
  });

  it('The SMTP password is sent without TLS if the URL says requireTLS=false', async () => {
    mailServer = await new MailServer({ tls: false }).start();
    await startWith(urlWith('/?requireTLS=false'));
    await mailServer.received(1);
    expect(mailServer.logins).toEqual([{ user: 'hotel', isSecure: false }]);
  });

  it('The connection uses TLS if the server offers it', async () => {
    mailServer = await new MailServer({ tls: true }).start();
    // No authority has signed the certificate of the server.
    await startWith(urlWith('/?tls.rejectUnauthorized=false'));
    await mailServer.received(1);
    expect(mailServer.logins).toEqual([{ user: 'hotel', isSecure: true }]);
  });
});
