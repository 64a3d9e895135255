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

/** The name of a template: a trigger, or the summary of further problems. */
type Name = Trigger | 'summary';
const NAMES: Name[] = [...TRIGGERS, 'summary'];

/** The words for each trigger in a summary. */
const KINDS: Record<Trigger, string> = {
  emptyInventoryList: 'empty lists of available rooms',
  inventoryRoomMissing: 'available rooms for rooms that do not exist',
  emptyPriceList: 'empty lists of prices',
  priceRoomMissing: 'prices for rooms that do not exist',
  emptyRestrictionList: 'empty lists of restrictions',
  restrictionRoomMissing: 'restrictions for rooms that do not exist',
  ratePlanMissing: 'prices or restrictions for rate plans that do not exist',
  refused: 'calls that were refused',
  pricesHeld: 'held prices',
  overbooked: 'overbooked rooms',
  roomSilent: 'rooms without updates',
};

/** The mails about a room that is in the calendar. */
const IN_CALENDAR = new Set<Name>([
  'emptyInventoryList',
  'emptyPriceList',
  'emptyRestrictionList',
  'ratePlanMissing',
  'pricesHeld',
  'overbooked',
  'roomSilent',
]);

/** The maximum number of requests in a mail; a summary stores more. */
export const MAX_REQUESTS = 20;

type Render = (view: object) => string;

/** A mail as its recipient reads it. */
interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Renders the mails. The template of a trigger defines its subject and its two paragraphs once, as partials. Layouts
 * turn them into a subject, a text and an HTML page. Only the HTML page is escaped.
 *
 * The mailer's own adapter is not used: it only renders HTML, and it loads a CSS inliner and a previewer.
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

/** The calendar's query for the mail: the rooms, the first day and the cell, as far as the problem names them. */
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
  // `strict`: a misspelt name fails in the tests instead of leaving a gap in a mail.
  const compile = (template: string) => handlebars.compile(template, { ...options, strict: true });
  handlebars.registerPartial('layout', compile(layout));
  const entries = NAMES.map((name) => [name, compile(read(name))] as const);
  return Object.fromEntries(entries) as Record<Name, Render>;
}

function read(name: string): string {
  return readFileSync(join(FOLDER, `${name}.hbs`), 'utf8');
}
