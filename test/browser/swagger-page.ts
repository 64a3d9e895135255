import type { Locator, Page } from 'playwright-core';

/** Swagger UI, as a person uses it. */
export class SwaggerPage {
  constructor(private readonly page: Page) {}

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.locator('.opblock').first().waitFor();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.locator('.opblock').first().waitFor();
  }

  async authorize(token: string): Promise<void> {
    await this.page.locator('.auth-wrapper > .authorize').click();
    const dialog = this.page.locator('.modal-ux');
    await dialog.locator('input').fill(token);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Remove authorization' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  }

  async isAuthorized(): Promise<boolean> {
    return this.page.locator('.auth-wrapper > .authorize.locked').isVisible();
  }

  /** Unfolds an operation. */
  async operation(method: string, path: string): Promise<SwaggerOperation> {
    const block = this.page
      .locator(`.opblock-${method}`)
      .filter({ has: this.page.locator(`[data-path="${path}"]`) });
    await block.locator('.opblock-summary-control').click();
    const operation = new SwaggerOperation(block);
    await operation.waitUntilOpen();
    return operation;
  }
}

/** An operation of the page, unfolded. */
class SwaggerOperation {
  constructor(private readonly block: Locator) {}

  async waitUntilOpen(): Promise<void> {
    await this.block.getByRole('button', { name: 'Execute' }).waitFor();
  }

  async fillIn(parameter: string, value: string): Promise<void> {
    await this.block.locator(`tr[data-param-name="${parameter}"] input`).fill(value);
  }

  async chooseExample(name: string): Promise<void> {
    await this.block.locator('.opblock-section-request-body .examples-select select').selectOption(name);
  }

  /** Edits the body that is in the form. */
  async editBody(edit: (body: string) => string): Promise<void> {
    const text = this.block.locator('textarea');
    await text.fill(edit(await text.inputValue()));
  }

  /** @returns the status and the body of the answer, as they are shown */
  async execute(): Promise<{ status: string; text: string }> {
    const clear = this.block.getByRole('button', { name: 'Clear' });
    if (await clear.isVisible()) await clear.click();
    await this.block.getByRole('button', { name: 'Execute' }).click();
    const answer = this.block.locator('.live-responses-table tbody .response');
    await answer.waitFor();
    return {
      status: (await answer.locator('.response-col_status').innerText()).trim(),
      text: await answer.locator('.highlight-code code').innerText(),
    };
  }

  /** Executes an operation that answers JSON. */
  async executeForJson<T>(status: string): Promise<T> {
    const answer = await this.execute();
    if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
    return JSON.parse(answer.text) as T;
  }
}
