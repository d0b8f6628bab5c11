import { describe, expect, test } from 'vitest';
import { acceptableFileName, fileName, MAX_FILE_NAME_LENGTH } from './file-name.ts';

describe('the name of an uploaded file', () => {
  test.each([
    ['Bulletin de paie – novembre.pdf', null],
    ['收入证明.png', null],
    ['  avis.pdf  ', null],
    ['', 'validation.required'],
    ['   ', 'validation.required'],
    ['x'.repeat(MAX_FILE_NAME_LENGTH + 1), 'validation.tooLong'],
    ['../../etc/passwd', 'validation.fileName'],
    ['C:\\avis.pdf', 'validation.fileName'],
    ['avis\r\nSet-Cookie: x', 'validation.fileName'],
    ['avis\u0000.pdf', 'validation.fileName'],
    ['fdp.\u202esiva.exe', 'validation.fileName'],
  ])('%j', (name, message) => {
    expect(fileName.safeParse(name).error?.issues[0]?.message ?? null).toBe(message);
  });

  test.each([
    'avis.pdf',
    '',
    'a/b\\c.pdf',
    'fdp.\u202esiva.exe',
    `${'é'.repeat(300)}.pdf`,
    `${'👩'.repeat(200)}.pdf`,
    '\ud800.png',
  ])('any name can be made acceptable: %j', (name) => {
    const acceptable = acceptableFileName(name);
    expect(fileName.safeParse(acceptable).success).toBe(true);
    if (name.endsWith('.pdf')) expect(acceptable.endsWith('.pdf')).toBe(true);
  });
});
