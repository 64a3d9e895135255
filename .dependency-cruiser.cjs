/**
 * Imports run one way, types included: a folder may import only from the folders before it in its line. The folders of
 * `platform` have a separate line. The files at the top of `src` are not restricted.
 */
const PLATFORM = ['config', 'dates', 'text', 'database', 'jobs', 'http', 'openapi', 'auth'].map(
  (name) => `platform/${name}`,
);
const FEATURES = [
  ...['notification', 'calendar', 'push', 'room', 'inventory', 'pricing', 'restrictions', 'dialects'],
];
const layers = {
  ...Object.fromEntries(PLATFORM.map((name, index) => [name, PLATFORM.slice(0, index)])),
  'platform/web': PLATFORM.slice(0, PLATFORM.indexOf('platform/openapi')),
  'platform/embedded-postgres': [],
  ...Object.fromEntries(FEATURES.map((name, index) => [name, ['platform', ...FEATURES.slice(0, index)]])),
  changes: ['platform', 'notification', 'calendar', 'push'],
  administration: ['platform', ...FEATURES],
  proof: ['platform', ...FEATURES, 'administration'],
  cli: ['platform', ...FEATURES, 'administration', 'dated-records'],
};

const mayImport = ([name, allowed]) => ({
  name: `${name}-imports-one-way`,
  comment: `src/${name} may import only: ${allowed.join(', ') || 'nothing of src'}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: `^src/(${[name, ...allowed].join('|')})(/|\\.module\\.ts$)` },
});

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(mayImport),
    {
      name: 'every-folder-has-a-layer',
      comment: 'a new folder of src declares above what it may import',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(layers).join('|')})/` },
      to: {},
    },
    {
      name: 'nothing-imports-the-outside',
      comment: 'src does not know the command line, the tests or the build',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|dist|ormconfig)' },
    },
    {
      name: 'the-page-stands-alone',
      comment:
        'what runs in the browser knows the documented API, the normal form of names, and nothing else of the service; libraries are welcome',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(src|test)/', pathNot: '^src/platform/text/name\\.ts$' },
    },
    {
      name: 'no-barrel-files',
      severity: 'error',
      from: {},
      to: { path: '/index\\.ts$', pathNot: 'node_modules' },
    },
    {
      name: 'no-circular-imports',
      comment: 'types included',
      severity: 'error',
      from: { path: '^(src|web)/' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '^src/platform/database/migrations/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
