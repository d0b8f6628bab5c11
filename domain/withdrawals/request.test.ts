import { describe, expect, test } from 'vitest';
import {
  availableMinor,
  minimumWithdrawalMinor,
  noteVerdict,
  rejectWithdrawalInput,
  WITHDRAWAL_REASONS,
  withdrawalInput,
  withdrawalInputFor,
} from './request.ts';

const valid = { amountMinor: 100, iban: 'FR7630006000011234567890189', bankName: 'Banque Exemple' };

function faults(result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }): string[] {
  return (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

test.each<[string, Record<string, unknown>, string[]]>([
  ['one euro', {}, []],
  ['99 cents', { amountMinor: 99 }, ['amountMinor: validation.amount.min']],
  ['no amount', { amountMinor: undefined }, ['amountMinor: validation.required']],
  ['no IBAN', { iban: undefined }, ['iban: validation.required']],
  ['a blank IBAN', { iban: '  ' }, ['iban: validation.required']],
  ['no bank', { bankName: ' ' }, ['bankName: validation.required']],
  ['an IBAN that does not hold: it never blocks', { iban: 'FR00 1234' }, []],
])('%s', (_, change, expected) => {
  expect(faults(withdrawalInputFor('EUR').safeParse({ ...valid, ...change }))).toEqual(expected);
});

test('the IBAN is forced to uppercase and kept without spaces', () => {
  expect(withdrawalInput.parse({ ...valid, iban: ' fr76 3000 6000 0112 3456 7890 189 ' }).iban).toBe(
    valid.iban,
  );
});

test('the minimum follows the currency', () => {
  expect([minimumWithdrawalMinor('EUR'), minimumWithdrawalMinor('KRW')]).toEqual([100, 1]);
  expect(withdrawalInputFor('KRW').safeParse({ ...valid, amountMinor: 1 }).success).toBe(true);
});

test('available is the balance less what is held', () => {
  expect(availableMinor({ balanceMinor: 10_000, openWithdrawalsMinor: 2500 })).toBe(7500);
  expect(availableMinor({ balanceMinor: 0, openWithdrawalsMinor: 0 })).toBe(0);
  expect(availableMinor({ balanceMinor: 100, openWithdrawalsMinor: 101 })).toBe(-1);
});

describe('a refusal is never a lever to make someone pay', () => {
  test.each([
    'Merci de régler les frais de déblocage.',
    'Une caution est nécessaire',
    'Versez 200 € pour débloquer le virement',
    'il manque 250 EUR',
    'Envoyez le code reçu par SMS',
    'TAXE due',
    'Un dépôt de garantie',
    'You must pay first',
    'effectuez un paiement',
  ])('%j is refused', (note) => {
    expect(noteVerdict(note)).toEqual({ ok: false, reason: 'asks-for-payment' });
    expect(faults(rejectWithdrawalInput.safeParse({ reasonCode: 'other', reasonNote: note }))).toEqual([
      'reasonNote: validation.note.asksForPayment',
    ]);
  });

  test.each([
    '',
    "Le nom du titulaire ne correspond pas à l'IBAN.",
    'Pièce illisible, page 2.',
    'Compte clos depuis mars.',
  ])('%j is accepted', (note) => {
    expect(noteVerdict(note)).toEqual({ ok: true });
  });

  test('a reason of the list is required, and "other" needs words', () => {
    expect(faults(rejectWithdrawalInput.safeParse({}))).toEqual(['reasonCode: validation.reason']);
    expect(faults(rejectWithdrawalInput.safeParse({ reasonCode: 'other' }))).toEqual([
      'reasonNote: validation.required',
    ]);
    for (const reasonCode of WITHDRAWAL_REASONS.filter((code) => code !== 'other')) {
      expect(rejectWithdrawalInput.safeParse({ reasonCode }).success).toBe(true);
    }
  });
});
