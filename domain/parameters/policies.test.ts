import { expect, test } from 'vitest';
import { policyFaults } from './policies.ts';

const CAPS = { 'early.capLong': 100, 'default.cap': 800 };

test.each([
  ['both at nothing', { 'early.policy': 0, 'default.policy': 0 }, []],
  ['both at their caps', { 'early.policy': 100, 'default.policy': 800 }, []],
  ['one above', { 'early.policy': 101, 'default.policy': 0 }, ['early.policy']],
  ['two above', { 'early.policy': 101, 'default.policy': 900 }, ['early.policy', 'default.policy']],
])('LC-9 L312-34 D312-16 policies above their caps: %s', (_, policies, faults) => {
  expect(policyFaults({ ...CAPS, ...policies }).map(({ policy }) => policy)).toEqual(faults);
});
