import { describe, expect, test } from 'vitest';
import {
  appCodeField,
  isAppCode,
  isRecoveryCode,
  plainCode,
  secondFactorField,
  secondFactorsIn,
  shownRecoveryCode,
} from './second-factor.ts';

test.each([
  ['123 456', '123456'],
  [' 12-34-56 ', '123456'],
  ['7k3m-9qax-b2cd', '7K3M9QAXB2CD'],
  ['7k3m 9qax olil', '7K3M9QAX0111'],
])('%j is read as %s', (typed, plain) => {
  expect(plainCode(typed)).toBe(plain);
});

test('a recovery code is shown in groups of four, and read back', () => {
  expect(shownRecoveryCode('7K3M9QAXB2CD')).toBe('7K3M-9QAX-B2CD');
  expect(plainCode(shownRecoveryCode('7K3M9QAXB2CD'))).toBe('7K3M9QAXB2CD');
});

describe('what may be typed', () => {
  test.each([
    ['123456', true, true],
    ['123 456', true, true],
    ['7K3M-9QAX-B2CD', false, true],
    ['12345', false, false],
    ['1234567', false, false],
    ['١٢٣٤٥٦', false, false],
    ['7K3M-9QAX-B2C!', false, false],
    ['', false, false],
    ['1'.repeat(41), false, false],
  ])('%j: of the app %s, as second step %s', (typed, ofApp, asSecondStep) => {
    expect(appCodeField.safeParse(typed).success).toBe(ofApp);
    expect(secondFactorField.safeParse(typed).success).toBe(asSecondStep);
  });

  test('one is never taken for the other', () => {
    expect(isAppCode('7K3M9QAXB2CD') || isRecoveryCode('123456')).toBe(false);
  });
});

test.each([
  ['password', []],
  ['code', ['code']],
  ['code passkey', ['code', 'passkey']],
  [undefined, []],
])('« %s » names %j', (by, factors) => {
  expect(secondFactorsIn(by)).toEqual(factors);
});
