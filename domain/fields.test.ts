import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { emailField } from './fields.ts';
import { isCalendarDate } from './time/calendar-date.ts';

test.each<[string, boolean]>([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2000-02-29', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-00-10', false],
  ['2026-10-00', false],
  ['2026-1-1', false],
  ['26-01-01', false],
  ['2026-01-01T00:00', false],
  ['1900-01-01', true],
  ['1899-12-31', false],
  ['0000-01-01', false],
  ['0001-01-01', false],
  ['2999-12-31', true],
  ['3000-01-01', false],
  ['9999-12-31', false],
])('%s is a day of the calendar: %j', (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

test('an e-mail is trimmed and keeps its case', () => {
  expect(emailField.parse(' Zoe.Renard@Exemple.fr ')).toBe('Zoe.Renard@Exemple.fr');
  expect(emailField.safeParse(`${'a'.repeat(250)}@b.fr`).error?.issues[0]?.message).toBe(
    'validation.tooLong',
  );
});

describe('every message is a key of both catalogues', () => {
  const floor = new URL('./', import.meta.url);
  const sources = readdirSync(floor, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file.replaceAll('\\', '/'), floor), 'utf8'));
  const keys = [
    ...new Set(sources.flatMap((text) => text.match(/validation\.[A-Za-z]+(\.[A-Za-z]+)*(?=')/g) ?? [])),
  ];

  test.each(['fr', 'en'])('%s', (language) => {
    const catalogue: unknown = JSON.parse(
      readFileSync(new URL(`../locales/${language}/validation.json`, floor), 'utf8'),
    );
    const sentence = (key: string) =>
      key
        .split('.')
        .slice(1)
        .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], catalogue);
    expect(keys.length).toBeGreaterThan(20);
    expect(keys.filter((key) => typeof sentence(key) !== 'string')).toEqual([]);
  });
});
