import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BadConfiguration } from '../../config.ts';
import { requireBankFilesFolder } from './require-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guichet-watched-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('PAY-17 a live institution does not start with a watched folder that is missing, and says which', () => {
  const missing = join(root, 'not', 'there');
  const start = () => requireBankFilesFolder(missing, 'live');
  expect(start).toThrow(BadConfiguration);
  expect(start).toThrow(`BANK_FILES_DIR does not exist: ${missing}.`);
  expect(() => requireBankFilesFolder(root, 'live')).not.toThrow();
  expect(() => requireBankFilesFolder(null, 'live')).not.toThrow();
});

test('PAY-17 a demonstration makes the watched folder that is missing', () => {
  const missing = join(root, 'to', 'make');
  requireBankFilesFolder(missing, 'demo');
  expect(statSync(missing).isDirectory()).toBe(true);
});

test.each(['demo', 'live'] as const)(
  'PAY-17 a file where the watched folder should be stops the start (%s)',
  (mode) => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    expect(() => requireBankFilesFolder(file, mode)).toThrow('BANK_FILES_DIR is not a folder');
  },
);
