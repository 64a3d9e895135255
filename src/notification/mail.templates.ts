import { Inject, Injectable } from '@nestjs/common';
import Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import type { Trigger } from './notice';
import { TRIGGERS } from './notice';
import type { Notification } from './notification.entity';
import type { PlaceNames } from './place-names';
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
  messageRefused: 'messages that were refused',
  pricesHeld: 'held prices',
  overbooked: 'overbooked rooms',
  roomSilent: 'rooms without updates',
};

/** The maximum number of requests in a mail; a summary stores more. */
export const MAX_REQUESTS = 20;

/** The names of the place that a mail is about, as the platform has them. */
type MailNames = Record<'hotel' | 'room' | 'ratePlan', string | null>;

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

  /** @param names the hotel, room and rate plan of the mail; undefined if the platform has no such room */
  render(notification: Notification, names: PlaceNames | undefined): RenderedMail {
    const { trigger, propertyName, ...facts } = notification;
    const { roomId, ratePlanId, occurrences, isSummary } = facts;
    const requestIds = notification.requestIds.slice(0, MAX_REQUESTS);
    const name = isSummary ? 'summary' : trigger;
    const url = this.config.PUBLIC_URL.replace(/\/+$/, '');
    const own = mailNamesOf(notification, names);
    const view = {
      ...facts,
      ...own,
      names: [own.hotel, own.room, own.ratePlan].filter((part) => part !== null).join(' · '),
      calledAs: trigger === 'roomSilent' || propertyName === own.hotel ? null : propertyName,
      platform: this.config.PLATFORM_NAME,
      kind: KINDS[trigger],
      repeated: occurrences > 1,
      first: this.moment(notification.firstAt),
      last: this.moment(notification.lastAt),
      requests: requestIds.map((id) => ({ id, link: `${url}/journal/${id}` })),
      moreRequests: occurrences - requestIds.length,
      calendar: names || own.hotel ? `${url}/calendar${cellsOf(notification)}` : null,
      calls: roomId && !names ? `${url}/journal${queryOf({ roomId })}` : null,
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

/** The names of the place that a mail is about, each on one line. A mail about a silent property only has the property's name. */
function mailNamesOf(
  { trigger, propertyName, roomId }: Notification,
  names: PlaceNames | undefined,
): MailNames {
  const isOfProperty = trigger === 'roomSilent' && roomId === null;
  const { hotel = isOfProperty ? propertyName : null, room = null, ratePlan = null } = names ?? {};
  const line = (name: string | null) => name && oneLine(name);
  return { hotel: line(hotel), room: line(room), ratePlan: line(ratePlan) };
}

/**
 * The calendar's query for the mail. It chooses the room by its id, or the silent property by its name on the platform,
 * never by a word of the caller. If the problem names days, the query also has the first day and its cell.
 */
function cellsOf({ trigger, roomId, ratePlanId, propertyName, detail }: Notification): string {
  if (roomId === null) return queryOf({ hotel: propertyName });
  const isDated = trigger === 'pricesHeld' || trigger === 'overbooked';
  const from = isDated ? /\d{4}-\d\d-\d\d/.exec(detail ?? '')?.[0] : undefined;
  return queryOf({ roomId, from, cell: from && `${ratePlanId ?? `r${roomId}`},${from}` });
}

function queryOf(values: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.append(name, value);
  // Programs that find links in a text take a point at the end for the end of a sentence.
  return query.size > 0 ? `?${query.toString().replace(/\.$/, '%2E')}` : '';
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
