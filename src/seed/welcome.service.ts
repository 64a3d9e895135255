import { Inject, Injectable } from '@nestjs/common';
import { AccessTokenService } from '../auth/access-token.service';
import { addDays } from '../dates/calendar-date';
import { UpdateWindow } from '../dates/update-window';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';

/** Greets who starts the service for the first time, with a token and calls that work as they stand. */
@Injectable()
export class WelcomeService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: AccessTokenService,
    private readonly window: UpdateWindow,
  ) {}

  /** Only with the embedded database, and only while there is no token: this one is shown once. */
  async welcome(url: string): Promise<void> {
    if (this.config.DATABASE_URL || (await this.tokens.areThereAny())) return;
    const { token } = await this.tokens.create('first start', ['push', 'admin']);
    console.log(this.text(url, token));
  }

  private text(url: string, token: string): string {
    const date = addDays(this.window.today(), 7);
    const curl = (path: string, body: unknown) =>
      `curl -X POST '${url}/${path}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' ` +
      `-d '${JSON.stringify(body)}'`;
    return [
      '',
      'The service is ready, with demo data to try it on. Your access token, shown this once:',
      '',
      `  ${token}`,
      '',
      'The three operations:',
      '',
      curl('updateCalendarInventory?roomId=1', [{ date, inventoryNumber: 3, propertyName: 'Hotel Bar' }]),
      '',
      curl('updateCalendarPrices?roomId=1&ratePlanId=12', [
        { date, price: 120.5, propertyName: 'Hotel Bar' },
      ]),
      '',
      curl('roomEditChannelManager', { id: '1', qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 }),
      '',
    ].join('\n');
  }
}
