import { Inject, Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import type { Trigger } from './notice';
import { TRIGGERS } from './notice';
import type { Notification } from './notification.entity';
import { oneLine } from './one-line';

const FOLDER = join(__dirname, 'templates');

/** A template: of a trigger, or of what is more than gets a mail of its own. */
type Name = Trigger | 'summary';
const NAMES: Name[] = [...TRIGGERS, 'summary'];

/** What a summary is about. */
const KINDS: Record<Trigger, string> = {
  emptyInventoryList: 'empty lists of available rooms',
  inventoryRoomMissing: 'available rooms for rooms that do not exist',
  emptyPriceList: 'empty lists of prices',
  priceRoomMissing: 'prices for rooms that do not exist',
  ratePlanMissing: 'prices for rate plans that do not exist',
  refused: 'calls that were refused',
  pricesHeld: 'held prices',
  overbooked: 'overbooked rooms',
  roomSilent: 'rooms without updates',
};

/** What is about a room that is in the calendar. */
const IN_CALENDAR = new Set<Name>([
  'emptyInventoryList',
  'emptyPriceList',
  'ratePlanMissing',
  'pricesHeld',
  'overbooked',
  'roomSilent',
]);

/** A mail names so many requests; a summary keeps more. */
export const MAX_REQUESTS = 20;

type Render = (view: object) => string;

/** What the recipient gets to read. */
interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes the mails. A trigger's template holds its subject and its two paragraphs once, as partials; a layout
 * makes a subject, a text or an HTML page of them. Only the page is escaped: there it must
 * be, elsewhere it would show.
 *
 * The mailer's own adapter is not used: it renders HTML alone, and loads a CSS inliner and a previewer.
 */
@Injectable()
export class MailTemplates {
  private readonly time: Intl.DateTimeFormat;
  private readonly subjects = compileAll('{{> subject}}', { noEscape: true });
  private readonly texts = compileAll(read('layout.text'), { noEscape: true });
  private readonly pages = compileAll(read('layout.html'), {});

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.time = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'full',
      timeStyle: 'long',
      timeZone: config.PLATFORM_TIME_ZONE,
    });
  }

  render({ trigger, ...notification }: Notification): RenderedMail {
    const { ratePlanId, occurrences, isSummary } = notification;
    const requestIds = notification.requestIds.slice(0, MAX_REQUESTS);
    const name = isSummary ? 'summary' : trigger;
    const url = this.config.PUBLIC_URL.replace(/\/+$/, '');
    const view = {
      ...notification,
      platform: this.config.PLATFORM_NAME,
      kind: KINDS[trigger],
      repeated: occurrences > 1,
      first: this.moment(notification.firstAt),
      last: this.moment(notification.lastAt),
      requests: requestIds.map((id) => ({ id, link: `${url}/journal/${id}` })),
      moreRequests: occurrences - requestIds.length,
      calendar: IN_CALENDAR.has(name) ? `${url}/calendar${cellsOf(notification)}` : null,
      heldPrices: trigger === 'pricesHeld' ? `${url}/held-prices${queryOf({ ratePlanId })}` : null,
      mails: `${url}/mails`,
    };
    return {
      subject: oneLine(this.subjects[name](view)),
      text: this.texts[name](view).trimStart(),
      html: this.pages[name](view).trimStart(),
    };
  }

  private moment(moment: Date): { utc: string; local: string } {
    return {
      utc: moment.toISOString(),
      local: `${this.time.format(moment)} (${this.config.PLATFORM_TIME_ZONE})`,
    };
  }
}

/** Which rooms the calendar shows, from which day on, and which of its cells, as far as the problem says. */
function cellsOf({ ratePlanId, propertyName, detail }: Omit<Notification, 'trigger'>): string {
  const from = /\d{4}-\d\d-\d\d/.exec(detail ?? '')?.[0];
  const cell = from && ratePlanId && `${ratePlanId},${from}`;
  return queryOf({ from, search: propertyName, cell });
}

function queryOf(values: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.append(name, value);
  return query.size > 0 ? `?${query.toString()}` : '';
}

function compileAll(layout: string, options: CompileOptions): Record<Name, Render> {
  const handlebars = Handlebars.create();
  // `strict`: a misspelt name fails in the tests, and is no gap in a mail.
  const compile = (template: string) => handlebars.compile(template, { ...options, strict: true });
  handlebars.registerPartial('layout', compile(layout));
  const entries = NAMES.map((name) => [name, compile(read(name))] as const);
  return Object.fromEntries(entries) as Record<Name, Render>;
}

function read(name: string): string {
  return readFileSync(join(FOLDER, `${name}.hbs`), 'utf8');
}
