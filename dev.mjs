/** Starts the built service, and restarts it on each change. Arguments go to node: `npm run dev -- --inspect`. */
import { spawn } from 'node:child_process';

const parts = [
  'npm run build:web -- --watch',
  'npx tsc -p tsconfig.build.json --watch --preserveWatchOutput',
  `node ${process.argv.slice(2).join(' ')} --watch --watch-preserve-output --enable-source-maps dist/src/main.js`,
];
for (const part of parts) spawn(part, { shell: true, stdio: 'inherit' });
