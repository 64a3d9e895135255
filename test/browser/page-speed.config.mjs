import tests from './jest.config.mjs';

/** How fast the calendar is: `npm run bench:page`. */
export default { ...tests, testMatch: ['**/test/browser/page-speed.js'] };
