import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folders = { a: { integrity: 'sha-a' }, b: { integrity: 'sha-b', dev: true }, c: { optional: true } };

/** Says whether a checkout with this in its `node_modules` installs its packages before it starts. */
function installs(installed: object | null): boolean {
  const root = mkdtempSync(join(tmpdir(), 'guichet-ensure-'));
  try {
    for (const file of ['ensure.mjs', 'iso-20022-schema.mjs'])
      cpSync(join(import.meta.dirname, file), join(root, 'tools', file));
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...folders } }));
    if (installed) {
      mkdirSync(join(root, 'node_modules'));
      writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
    }
    const npm = join(root, 'npm.mjs');
    writeFileSync(npm, "import { writeFileSync } from 'node:fs'; writeFileSync('installed', '');");
    const { status } = spawnSync(process.execPath, [join(root, 'tools/ensure.mjs')], {
      env: { ...process.env, npm_execpath: npm },
    });
    expect(status).toBe(0);
    return existsSync(join(root, 'installed'));
  } finally {
    rmSync(root, { recursive: true });
  }
}

const { a, b } = folders;

it.each([
  ['has installed nothing yet', null, true],
  ['ran `npm ci` itself', { a, b }, false],
  ['ran `npm ci --omit=dev`', { a }, false],
  ['has another version of a package', { a: { integrity: 'older' }, b }, true],
  ['lacks a package', { b }, true],
  ['has a package that the lock file no longer names', { a, b, d: {} }, true],
])(
  'a person who %s: the start installs what the lock file names only where that is not there',
  (_who, installed, does) => {
    expect(installs(installed)).toBe(does);
  },
);
