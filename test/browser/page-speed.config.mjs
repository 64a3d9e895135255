import tests from './jest.config.mjs';

/** Measures the speed of the calendar: `npm run bench:page`. */
export default { ...tests, testMatch: ['**/test/browser/page-speed.js'] };
