import { describe, expect, it } from 'vitest';
import { newSubmissionKey, Submission } from './submission-key.ts';

describe('the key of a submission', () => {
  it('stays while the same input is sent again', () => {
    const submission = new Submission();
    expect(submission.keyFor({ amountMinor: 100 })).toBe(submission.keyFor({ amountMinor: 100 }));
  });

  it('changes when the input changes', () => {
    const submission = new Submission();
    expect(submission.keyFor({ amountMinor: 100 })).not.toBe(submission.keyFor({ amountMinor: 200 }));
  });

  it('changes after a final answer, even for the same input', () => {
    const submission = new Submission();
    const first = submission.keyFor({ amountMinor: 100 });
    submission.settled();
    expect(submission.keyFor({ amountMinor: 100 })).not.toBe(first);
  });

  it('is long and unique', () => {
    const keys = new Set(Array.from({ length: 1000 }, newSubmissionKey));
    expect(keys.size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
