import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { TOKEN } from '../support/service-process';
import { shiftDate } from '../support/shifted-clock';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The window and the colours in which a person sees the page. */
export interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  hasTouch?: boolean;
}

export const DESK: Look = { width: 1280, height: 800, colorScheme: 'light' };
export const LOOKS: Look[] = [
  DESK,
  { ...DESK, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
];

/** The page for administrators, as a person uses it. */
export class AdminPage {
  /** The complaints of the browser: a blocked script, an error that nobody caught. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly url: string,
  ) {
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // The page reports failed calls itself, and tests check its reports.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) this.complaints.push(message.text());
    });
    page.on('dialog', (dialog) => {
      this.complaints.push(dialog.message());
      void dialog.dismiss();
    });
  }

  /** Opens the form to sign in. */
  static async open(browser: Browser, url: string, look = DESK, locale = 'en-GB'): Promise<AdminPage> {
    const page = await AdminPage.openTab(browser, url, look, locale);
    await page.go('/');
    return page;
  }

  /** Opens a tab of a person who is signed in. It shows nothing before it goes to an address. */
  static async openSignedIn(browser: Browser, url: string, look = DESK, token = TOKEN): Promise<AdminPage> {
    const page = await AdminPage.openTab(browser, url, look, 'en-GB');
    await page.context.addInitScript(
      `if (origin !== 'null') sessionStorage.setItem('accessToken', ${JSON.stringify(token)})`,
    );
    return page;
  }

  private static async openTab(
    browser: Browser,
    url: string,
    { width, height, ...look }: Look,
    locale: string,
  ): Promise<AdminPage> {
    const context = await browser.newContext({ viewport: { width, height }, locale, ...look });
    await context.addInitScript(shiftDate());
    // Some views read their data again only after 30 s, which is also Playwright's own limit.
    context.setDefaultTimeout(60_000);
    return new AdminPage(await context.newPage(), context, url);
  }

  async signIn(token = TOKEN): Promise<void> {
    await this.page.getByLabel('Access token').fill(token);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens an address, like a person who has received a link. */
  async go(path: string): Promise<void> {
    await this.page.goto(this.url + path);
  }

  /** Goes to a view by the navigation. */
  async view(name: string): Promise<void> {
    // A number after the name says how many things wait there.
    const link = new RegExp(`^${name}( \\d+)?$`);
    await this.page.getByRole('navigation').getByRole('link', { name: link }).click();
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Chooses an action of a room in the list of rate plans. */
  async choose(action: string, room: string): Promise<void> {
    await this.page.getByLabel(`Actions for ${room}`, { exact: true }).click();
    await this.button(action).click();
  }

  /** A cell by its name. A large change of its price is read later, and adds words to the name. */
  cell(name: string): Locator {
    const words = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return this.page.getByRole('gridcell', { name: new RegExp(`^${words}(, was \\S+ within a day)?$`) });
  }

  story(name: string): Locator {
    return this.page.getByRole('complementary', { name: `Story of ${name}`, exact: true });
  }

  /** The label of the focused element. */
  async focused(): Promise<string> {
    return this.page.evaluate(`document.activeElement.getAttribute('aria-label') ?? ''`);
  }

  /** The findings of axe, a line for each rule, and whether the page is wider than its window. */
  async findings(): Promise<string[]> {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate<string[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`,
    );
    const isTooWide = await this.page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`);
    return isTooWide ? [...found, 'the page is wider than its window'] : found;
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

let now = new Date();

/** Lets `day` count from today. It is called before each test, so that midnight changes no date within a test. */
export function countFromToday(): void {
  now = new Date();
}

/** A date counted from today, in the time zone of the browser and of this test. */
export function day(daysFromToday: number): string {
  const date = new Date(now);
  date.setHours(12, 0, 0, 0);
  date.setDate(date.getDate() + daysFromToday);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
