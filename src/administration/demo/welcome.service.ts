import { Inject, Injectable } from '@nestjs/common';
import { AccessTokenAdministrationService } from '../access-tokens/access-token-administration.service';
import type { Scope } from '../../platform/auth/scopes.decorator';
import { addDays } from '../../platform/dates/calendar-date';
import { UpdateWindow } from '../../platform/dates/update-window';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { SeedService } from './seed.service';

/** The command that creates a token, without its options. */
export const TOKEN_COMMAND = Symbol('TOKEN_COMMAND');
const OPTIONS = '--name "<whose it is>" --scope push';

/**
 * Prints the addresses of the service after its start, as plain lines for people.
 * A first start also prints a token: with the embedded database, or with another one if DEMO_DATA is set and
 * it holds only the demo data. The token of a platform's own database never appears in a log.
 */
@Injectable()
export class WelcomeService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: AccessTokenAdministrationService,
    private readonly seed: SeedService,
    private readonly window: UpdateWindow,
    @Inject(TOKEN_COMMAND) private readonly tokenCommand: string,
  ) {}

  /**
   * @param listeningAt the address to print if PORT is 0; otherwise people reach the service at PUBLIC_URL
   */
  async welcome(listeningAt: string): Promise<void> {
    const url = this.config.PORT === 0 ? listeningAt : this.config.PUBLIC_URL;
    const hasDemoData = this.config.DEMO_DATA && (await this.seed.isDemoDatabase());
    const hasTokens = await this.tokens.areThereAny();
    const lines = ['', 'The service is ready.', '', ...this.places(url)];
    if (!hasTokens && (hasDemoData || !this.config.DATABASE_URL)) {
      const scopes: Scope[] = ['push', 'admin'];
      const { token } = await this.tokens.createFrom('first start', { name: 'first start', scopes });
      lines.push('', 'Your access token, shown this once:', '', `  ${token}`);
      if (hasDemoData) lines.push(...this.calls(url, token));
    } else if (!hasTokens) {
      const advice = `make the first one with ${this.tokenCommand} ${OPTIONS} --scope admin, or set BOOTSTRAP_TOKEN`;
      lines.push('', `Warning: there is no access token yet, so every call is refused: ${advice}`);
    }
    if (!this.config.SMTP_URL) {
      const advice = 'set SMTP_URL=smtp://user:password@host:port';
      lines.push('', `Warning: e-mails are only written to this log, and reach nobody: ${advice}`);
    }
    console.log([...lines, ''].join('\n'));
  }

  private places(url: string): string[] {
    return [
      `  calendar page   ${url}/`,
      `  Swagger UI      ${url}/docs`,
      `  another token   ${this.tokenCommand} ${OPTIONS}`,
    ];
  }

  private calls(url: string, token: string): string[] {
    const date = addDays(this.window.today(), 7);
    const curl = (path: string, body: unknown) =>
      `curl -X POST '${url}/${path}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' ` +
      `-d '${JSON.stringify(body)}'`;
    return [
      '',
      'There is demo data to try it on. The three operations:',
      '',
      curl('updateCalendarInventory?roomId=1', [{ date, inventoryNumber: 3, propertyName: 'Hotel Bar' }]),
      '',
      curl('updateCalendarPrices?roomId=1&ratePlanId=12', [
        { date, price: 120.5, propertyName: 'Hotel Bar' },
      ]),
      '',
      curl('roomEditChannelManager', { id: '1', qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 }),
    ];
  }
}
