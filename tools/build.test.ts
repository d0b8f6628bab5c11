import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = dirname(import.meta.dirname);

it.each([
  ['the checkout itself', '.'],
  ['a folder above it', '..'],
])('a build folder that is %s is refused: the build would replace it whole', (_which, folder) => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/build.mjs'], {
    cwd: root,
    env: { ...process.env, BUILD_DIR: folder },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('holds more than a build')]);
  expect(existsSync(join(root, 'package.json'))).toBe(true);
});
