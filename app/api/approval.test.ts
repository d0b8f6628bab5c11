import { expect, test } from 'vitest';
import { GOVERNED_OPERATIONS } from '#domain/proposals/policy.ts';
import { offerProposal, onApprovalNeeded, type ToApprove } from './approval.ts';

test('FOUR-7 a refused call is offered as the command that others approve; a held transfer that is let go, as its validation', () => {
  const asked: ToApprove[] = [];
  const stop = onApprovalNeeded((what) => asked.push(what));
  const credit = { id: 'a', amountMinor: 5_000_00 };
  expect(offerProposal('accounts.credit', credit)).toBe(true);
  expect(offerProposal('withdrawals.decideHold', { id: 'b', action: 'release' })).toBe(true);
  expect(asked).toEqual([
    { operation: 'accounts.credit', input: credit },
    { operation: 'withdrawals.decide.approve', input: { id: 'b', action: 'approve' } },
  ]);
  for (const { operation } of asked) expect(GOVERNED_OPERATIONS).toContain(operation);
  stop();
  expect(offerProposal('accounts.credit', credit)).toBe(false);
});
