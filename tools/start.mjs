import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm start`: builds the pages when their sources changed, then serves in this same process, so that signals reach the server. */

const root = join(import.meta.dirname, '..');
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `The server needs Node 24 and runs on ${process.version}. On this platform no Node 24 comes with the packages: install it, then start again.`,
  );
  process.exit(1);
}

const build = spawnSync(process.execPath, [join(root, 'tools', 'build.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(build.status ?? 1);
await import('../server/main.ts');
