import tests from './jest.config.mjs';

/** Pictures of every view of the page, with many hotels: `npm run screenshots`. */
export default { ...tests, testMatch: ['**/test/browser/screenshots.js'], testTimeout: 600_000 };
