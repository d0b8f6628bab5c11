import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const seal = createSeal('a secret of the instance, long enough');
const text = Buffer.from('the secret of an app');

test('what is sealed opens again, reads as nothing, and never twice the same', () => {
  const [first, second] = [seal.close(text, 'alix'), seal.close(text, 'alix')];
  expect(seal.open(first, 'alix')).toEqual(text);
  expect(first).not.toBe(second);
  expect(Buffer.from(first, 'base64url').includes(text)).toBe(false);
});

test('it opens for nobody else, under no other key, and not once it was altered', () => {
  const sealed = seal.close(text, 'alix');
  const altered = Buffer.from(sealed, 'base64url');
  altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1);
  expect(() => seal.open(sealed, 'camille')).toThrow();
  expect(() => createSeal('another secret').open(sealed, 'alix')).toThrow();
  expect(() => seal.open(altered.toString('base64url'), 'alix')).toThrow();
  expect(() => seal.open('', 'alix')).toThrow();
});
