/**
 * Imports run one way, types included: a folder may import from those that stand behind it in its line, and from no
 * other. The folders at the top of `src` belong to everyone.
 */
const BASE = [
  'config',
  'dates',
  'database',
  'http',
  'openapi',
  'auth',
  'notification',
  'journal',
  'push',
  'history',
  'room',
  'pricing',
];
const layers = {
  ...Object.fromEntries(BASE.map((name, index) => [name, BASE.slice(0, index)])),
  inventory: BASE,
  calendar: BASE,
  'price-story': BASE,
  'feed-health': BASE,
  undo: BASE,
  changes: BASE.slice(0, BASE.indexOf('history') + 1),
  'access-tokens': BASE.slice(0, BASE.indexOf('push') + 1),
  admission: BASE.slice(0, BASE.indexOf('push') + 1),
  web: BASE.slice(0, BASE.indexOf('openapi')),
  observability: [...BASE.slice(0, BASE.indexOf('push') + 1), 'admission'],
  'embedded-postgres': [],
  seed: [...BASE, 'access-tokens', 'inventory'],
  cli: [...BASE, 'access-tokens', 'inventory', 'seed', 'embedded-postgres'],
};

const mayImport = ([name, allowed]) => ({
  name: `${name}-imports-one-way`,
  comment: `src/${name} may import only: ${allowed.join(', ') || 'nothing of src'}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: `^src/(${[name, ...allowed].join('|')})/` },
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
        'what runs in the browser knows the documented API, and nothing of the service or its packages',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(src|test)/|node_modules/(?!preact/)' },
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
      from: { orphan: true, path: '^src/', pathNot: '^src/database/migrations/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
