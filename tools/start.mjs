import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `npm start`: builds what changed since the last build, then serves in this same process, so that signals reach the server.
 */

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
// Faults are told by the lines of the sources, not of the bundle.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(resolve(root, process.env.BUILD_DIR || 'build', 'server', 'main.js')).href);
