/** Imports run one way: inventory → pricing → room, and all three may use what stands below them. */
const below = (name, ...allowed) => ({
  name: `${name}-imports-one-way`,
  comment: `src/${name} may import only: ${allowed.join(', ')}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/[^/]+/', pathNot: `^src/(${[name, ...allowed].join('|')})/` },
});
const shared = ['journal', 'notification', 'auth', 'calendar', 'database', 'http'];

module.exports = {
  forbidden: [
    below('history', 'pricing', 'room', ...shared),
    below('inventory', 'pricing', 'room', ...shared),
    below('pricing', 'room', ...shared),
    below('room', ...shared),
    below('journal', 'notification', 'auth', 'calendar', 'database', 'http'),
    below('notification', 'auth', 'database', 'http'),
    below('auth', 'database', 'http'),
    below('http', 'calendar', 'database'),
    below('calendar', 'database'),
    below('operations', 'journal', 'auth', 'database', 'http'),
    {
      name: 'nothing-imports-the-outside',
      comment: 'src does not know the command line, the tests or the build',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|dist|ormconfig)' },
    },
    {
      name: 'no-barrel-files',
      severity: 'error',
      from: {},
      to: { path: '/index\\.ts$' },
    },
    {
      name: 'no-circular-imports',
      comment: 'types aside, no file needs itself',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
