import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run db:generate -- --name <what-changes>`: writes the next migration from the schema, by drizzle-kit, and removes the snapshots before the newest.
 * drizzle-kit compares the schema with the newest one alone, and a hundred of them held more than two thirds of the lines of the repository.
 */
const root = join(import.meta.dirname, '..');
const snapshots = join(root, 'server', 'db', 'migrations', 'meta');

const { status } = spawnSync(
  'drizzle-kit',
  ['generate', '--config', 'server/db/drizzle.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
);
if (status !== 0) process.exit(status ?? 1);

const older = readdirSync(snapshots)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
  .slice(0, -1);
for (const name of older) rmSync(join(snapshots, name));
