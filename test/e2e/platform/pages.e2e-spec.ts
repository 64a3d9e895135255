import { existsSync } from 'node:fs';
import { ASSETS_FOLDER } from '../../../src/platform/web/bundle';
import { TestService } from '../../support/service';

/** The files for a browser, served without a token. `npm run test:browser` uses them in a browser. */
describe('the addresses of the page', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  const get = (path: string, headers = {}) => fetch(service.url + path, { headers });

  it.each([
    '/',
    '/calendar?days=14',
    '/journal',
    '/journal/1',
    '/stays',
    '/held-prices',
    '/rate-plans',
    '/tokens',
    '/sandboxes',
    '/mails',
  ])('The address %s answers with the page, or says how to build it', async (path) => {
    const answer = await get(path);
    if (!existsSync(ASSETS_FOLDER)) {
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('npm run build');
      return;
    }
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toMatch(
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:`,
    );
    expect(await answer.text()).not.toMatch(/<style|style=|<script>/);
  });

  it('An address without a page or file is answered 404, with problem details', async () => {
    for (const path of ['/nothing', '/assets/nothing.js', '/assets/..%2fmeta.json']) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    }
  });
});

describe('GET /admin/accessTokens/current', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it('GET /admin/accessTokens/current has the name and scopes of the token, never its value', async () => {
    const value = await service.createToken('Grace', ['read']);
    const answer = await fetch(`${service.url}/admin/accessTokens/current`, {
      headers: { authorization: `Bearer ${value}` },
    });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ name: 'Grace', scopes: ['read'], revokedAt: null });
    expect(text).not.toContain(value);
  });
});
