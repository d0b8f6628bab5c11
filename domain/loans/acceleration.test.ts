import { describe, expect, it, test } from 'vitest';
import { TWO_PAID as state } from '#server/testing/loan-state.ts';
import {
  accelerationClaim,
  canAccelerate,
  canGiveFormalNotice,
  claimLeftOn,
  formalNoticeLastDay,
} from './acceleration.ts';

describe('LC-82 the claim of an acceleration', () => {
  const claim = accelerationClaim(state, '2027-07-20', { policyBps: 0, capBps: 800 });
  const loan = { claim, acceleratedOn: '2027-07-20', annualRateBps: 590, payments: [] };

  it('the example of the rule', () => {
    expect(claim).toEqual({
      unpaidInterestMinor: 5082,
      unpaidCapitalMinor: 48_050,
      capitalNotDueMinor: 228_276,
      accruedInterestMinor: 181,
      postponedInterestMinor: 0,
      lateInterestMinor: 385,
      indemnityMinor: 0,
      totalMinor: 281_974,
    });
  });

  test.each([
    [300, 6848],
    [800, 18_262],
    [1000, 18_262],
  ])(
    'an indemnity by a policy of %i bps is %i, at most 8 %% of the capital not due',
    (policyBps, indemnity) => {
      expect(accelerationClaim(state, '2027-07-20', { policyBps, capBps: 800 }).indemnityMinor).toBe(
        indemnity,
      );
    },
  );

  it('then late interest runs on all its capital and on nothing else', () => {
    expect(claimLeftOn(loan, '2027-07-20').totalMinor).toBe(claim.totalMinor);
    expect(claimLeftOn(loan, '2027-09-20')).toMatchObject({
      interestMinor: 5263,
      capitalMinor: 276_326,
      lateInterestMinor: 385 + 2769,
    });
  });

  it('until what was paid of it, and not after a receivable over-indebtedness case (LC-92)', () => {
    const payment = {
      day: '2027-08-20',
      interestMinor: 5263,
      capitalMinor: 276_326,
      lateInterestMinor: 385,
      indemnityMinor: 0,
    };
    expect(claimLeftOn({ ...loan, payments: [payment] }, '2027-12-20')).toMatchObject({
      capitalMinor: 0,
      totalMinor: 1384,
    });
    const frozen = { ...loan, interestStopsOn: '2027-08-20' };
    expect(claimLeftOn(frozen, '2028-12-20').lateInterestMinor).toBe(385 + 1384);
  });
});

describe('LC-80, LC-81 a formal notice', () => {
  const late = { unpaidRows: 2, measuresOfferedOn: '2027-05-20', hasOpenRequest: false };
  test.each([
    [late, '2027-06-05', true],
    [late, '2027-06-04', false],
    [{ ...late, unpaidRows: 1 }, '2027-06-05', false],
    [{ ...late, measuresOfferedOn: null }, '2027-06-05', false],
    [{ ...late, hasOpenRequest: true }, '2027-06-05', false],
  ])('%o on %s: %s', (loan, day, isAllowed) => {
    expect(canGiveFormalNotice(loan, day)).toBe(isAllowed);
  });

  it('leaves thirty days', () => {
    expect(formalNoticeLastDay('2027-06-05', 30)).toBe('2027-07-05');
  });
});

test.each([
  [{ noticeLastDay: '2027-07-05', isFrozen: false, hasAgreedMeasure: false }, '2027-07-06', true],
  [{ noticeLastDay: '2027-07-05', isFrozen: false, hasAgreedMeasure: false }, '2027-07-05', false],
  [{ noticeLastDay: '2027-07-05', isFrozen: true, hasAgreedMeasure: false }, '2027-07-06', false],
  [{ noticeLastDay: '2027-07-05', isFrozen: false, hasAgreedMeasure: true }, '2027-07-06', false],
  [{ noticeLastDay: null, isFrozen: false, hasAgreedMeasure: false }, '2027-07-06', false],
])('LC-82 %o on %s may be accelerated: %s', (loan, day, isAllowed) => {
  expect(canAccelerate(loan, day)).toBe(isAllowed);
});
