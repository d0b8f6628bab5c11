import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS } from '#domain/notifications/notification.ts';
import en from '#locales/en/mail-names.json' with { type: 'json' };
import fr from '#locales/fr/mail-names.json' with { type: 'json' };

test.each([
  ['fr', fr],
  ['en', en],
])('the history of a client names every mail that they can get (%s)', (_, words) => {
  const named: Readonly<Record<string, string>> = words;
  expect(NOTIFICATION_KINDS.filter((kind) => !named[kind])).toEqual([]);
});
