/**
 * Ends the process with a sentence where Node.js is too old: what is loaded next would fail with one that helps nobody.
 * To be imported before anything else; it imports nothing itself.
 */
const OLDEST = { major: 20, minor: 19 };
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
  console.error(
    `This service needs Node.js ${OLDEST.major}.${OLDEST.minor} or newer, and this is ${process.version}. ` +
      'Newer ones are at https://nodejs.org',
  );
  process.exit(1);
}
