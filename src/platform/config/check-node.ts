/**
 * Ends the process with a clear message on a Node.js version that package.json excludes. Later imports would fail less
 * clearly. Import this file before all others; it has no imports of its own.
 */
const OLDEST_MINOR = new Map([
  [20, 19],
  [22, 13],
  [24, 11],
]);
const NEWEST_MAJOR = Math.max(...OLDEST_MINOR.keys());
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major <= NEWEST_MAJOR && minor < (OLDEST_MINOR.get(major) ?? Infinity)) {
  const versions = [...OLDEST_MINOR].map((version) => version.join('.')).join(', ');
  console.error(
    `This service needs Node.js ${versions} or newer, and this is ${process.version}. ` +
      'Newer ones are at https://nodejs.org',
  );
  process.exit(1);
}
