import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolderAndParents } from './make-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guichet-folders-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a folder is made with those above it, and one that is there is left as it is', () => {
  const folder = join(root, 'a', 'b', 'c');
  makeFolderAndParents(folder);
  writeFileSync(join(folder, 'kept'), '');
  makeFolderAndParents(folder);
  expect(existsSync(join(folder, 'kept'))).toBe(true);
});

test.each([
  ['a file of its name', 'file', 'EEXIST'],
  ['a file above it', 'file/below', 'ENOTDIR'],
  ['a link to nothing', 'link', 'EEXIST'],
])('%s stands in the way', (_, name, code) => {
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'nowhere'), join(root, 'link'));
  expect(() => makeFolderAndParents(join(root, name))).toThrow(expect.objectContaining({ code }));
});

// Node's own recursive mkdir never returns there: the system says ENOENT of a folder whose parent exists.
test.runIf(process.platform === 'linux')('a place where nothing can be made is refused at once', () => {
  expect(() => makeFolderAndParents('/proc/guichet/bank')).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^E(NOENT|ACCES|PERM|ROFS)$/) }),
  );
});
