import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * A day written YYYY-MM-DD comes from `domain/time/days.ts`, never from the text of a locale that happens to look so in one engine: WebKit
 * writes 20 November 2026 in `en-CA` as 11/20/2026, and printed legal sentences of another day.
 */
const LOCALES_THAT_LOOK_ISO =
  /(DateTimeFormat|toLocale(Date|Time)?String)\(\s*['"`](en-CA|fr-CA|sv(-SE)?|lt(-LT)?)['"`]/;

const root = join(import.meta.dirname, '..');

test('no day is read from the text of a locale', () => {
  const files = ['app', 'contract', 'content', 'domain', 'server', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|m?js)$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.filter((file) => LOCALES_THAT_LOOK_ISO.test(readFileSync(join(root, file), 'utf8')))).toEqual(
    [],
  );
});
