import { expect, test } from 'vitest';
import { instalmentIndemnityMinor, postponedIndemnityReliefMinor } from './default-indemnity.ts';

test.each<[string, number[], number, number, number]>([
  ['at the cap, to half of it', [239_41], 800, 400, 1915 - 957],
  ['each instalment by itself, rounded down', [239_41, 100_07], 800, 400, 1915 + 800 - 957 - 400],
  ['nothing where the policy is within the lower cap', [239_41], 300, 400, 0],
  ['nothing where the policy asks for none', [239_41], 0, 400, 0],
  ['nothing when nothing is postponed', [], 800, 400, 0],
])(
  'LC-77 D312-17 what comes off the indemnity of postponed instalments: %s',
  (_, postponed, policyBps, deferCapBps, off) => {
    const shares = { policyBps, capBps: 800, deferCapBps };
    expect(postponedIndemnityReliefMinor(postponed, shares)).toBe(off);
    // What is left is the indemnity within the lower cap.
    expect(instalmentIndemnityMinor(postponed, { policyBps, capBps: 800 }) - off).toBe(
      instalmentIndemnityMinor(postponed, { policyBps, capBps: Math.min(deferCapBps, 800) }),
    );
  },
);
