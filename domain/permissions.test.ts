import { expect, test } from 'vitest';
import { needsSecondFactor, type SignInPolicy } from './permissions.ts';

const administrator = { isAdministrator: true, hasAccount: false };
const client = { isAdministrator: false, hasAccount: true };
const both = { isAdministrator: true, hasAccount: true };
const signingUp = { isAdministrator: false, hasAccount: false };

test.each<[SignInPolicy, { administrator: boolean; client: boolean; both: boolean }]>([
  [{ mode: 'demo' }, { administrator: false, client: false, both: false }],
  [
    { mode: 'demo', clientSecondFactor: 'required' },
    { administrator: false, client: true, both: true },
  ],
  [{ mode: 'live' }, { administrator: true, client: false, both: true }],
  [
    { mode: 'live', clientSecondFactor: 'optional' },
    { administrator: true, client: false, both: true },
  ],
  [
    { mode: 'live', clientSecondFactor: 'required' },
    { administrator: true, client: true, both: true },
  ],
])('%j: who needs a second factor', (policy, expected) => {
  expect({
    administrator: needsSecondFactor(policy, administrator),
    client: needsSecondFactor(policy, client),
    both: needsSecondFactor(policy, both),
  }).toEqual(expected);
  expect(needsSecondFactor(policy, signingUp)).toBe(false);
});
