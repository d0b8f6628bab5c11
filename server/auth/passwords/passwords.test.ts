import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const PASSWORD = 'correct-cheval-42-agrafe';

test('a password is hashed by argon2id at the cost OWASP asks for at least, salted each time', async () => {
  const [first, second] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(first).not.toBe(second);
});

test('only the password opens its hash, however its accents were typed', async () => {
  const hash = await hashPassword('Élève-Noël-à-Zürich');
  expect(await verifyPassword('Élève-Noël-à-Zürich'.normalize('NFD'), hash)).toBe(true);
  expect(await verifyPassword('eleve-noel-a-zurich', hash)).toBe(false);
  expect(await verifyPassword('', hash)).toBe(false);
});

test('a hash made at another cost still opens: costs can be raised without losing anyone', async () => {
  const cheap = await hashPassword(PASSWORD, { memoryKib: 8, passes: 1 });
  expect(await verifyPassword(PASSWORD, cheap)).toBe(true);
});

test.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1$x'])(
  '%j is no hash of ours',
  async (text) => {
    expect(await verifyPassword(PASSWORD, text)).toBe(false);
  },
);
