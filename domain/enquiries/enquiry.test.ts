import { expect, test } from 'vitest';
import { enquiryInput, enquiryReference, MAX_ENQUIRY_LENGTH } from './enquiry.ts';

const message = {
  kind: 'contact',
  name: 'Zoé Renard',
  email: 'zoe@exemple.fr',
  subject: 'Guichet - Réclamation',
  text: 'Bonjour',
};

test.each<[string, object, boolean]>([
  ['a message', {}, true],
  ['the longest text', { text: 'a'.repeat(MAX_ENQUIRY_LENGTH) }, true],
  ['a text too long', { text: 'a'.repeat(MAX_ENQUIRY_LENGTH + 1) }, false],
  ['an unknown form', { kind: 'other' }, false],
  ['no name', { name: ' ' }, false],
  ['no address', { email: 'zoe' }, false],
])('%s', (_, change, expected) => {
  expect(enquiryInput.safeParse({ ...message, ...change }).success).toBe(expected);
});

test('a reference says the day and tells two messages of one day apart', () => {
  expect(enquiryReference('01a1f9b6-0000-7000-8000-00009f3c12ab', '2026-11-22')).toBe('M-20261122-9F3C12AB');
});
