import { describe, expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

describe('the name of a downloaded file', () => {
  test.each([
    ['attachment; filename="releve-2026-10.pdf"', 'releve-2026-10.pdf'],
    ['attachment; filename="releve.pdf"; filename*=UTF-8\'\'relev%C3%A9.pdf', 'relevé.pdf'],
    ['attachment; filename="a.pdf"; filename*=UTF-8\'\'%E0%A4%A', 'a.pdf'],
    ['inline', null],
    [null, null],
  ])('%s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
