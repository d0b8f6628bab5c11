import { expect, test } from 'vitest';
import english from '#locales/en/dated-data.json' with { type: 'json' };
import french from '#locales/fr/dated-data.json' with { type: 'json' };
import {
  ACCRUAL_POLICIES,
  isParameterValue,
  LEGAL_PARAMETER_KEYS,
  PAYEE_CHECK_WORDINGS,
  TRANSFER_APPROVALS,
  VOP_PROVIDERS,
} from './legal-parameters.ts';
import { groupOf, isUnitKind, PARAMETER_GROUPS, PARAMETER_KINDS } from './parameter-kinds.ts';

/** A value that each kind shows, and that every key of the kind accepts. */
const VALUES: Readonly<Record<string, unknown>> = {
  factor: '1.5',
  euro: 100,
  percent: 50,
  'yes-no': true,
  day: '2026-11-20',
  time: '15:00',
};

test.each(LEGAL_PARAMETER_KEYS)('LC-8 %s has a kind that fits its value, a group and a name', (key) => {
  const kind = PARAMETER_KINDS[key];
  const value = isUnitKind(kind) ? (key === 'daily.base' ? 365 : 20) : VALUES[kind];
  // Structures, lists and choices have a schema of their own each.
  if (
    !['amounts', 'household', 'ceilings', 'limits', 'hold-rules', 'attempts', 'choice', 'words'].includes(
      kind,
    )
  )
    expect([value, isParameterValue(key, value)]).toEqual([value, true]);
  expect(Object.keys(PARAMETER_GROUPS)).toContain(groupOf(key));
  for (const { names } of [french, english]) {
    const [first = '', second = ''] = key.split('.');
    expect((names as Record<string, Record<string, string>>)[first]?.[second]).toBeTruthy();
  }
});

test('the choices of the words are those of the rules', () => {
  for (const { choices } of [french, english]) {
    expect(Object.keys(choices.policy.accruals)).toEqual([...ACCRUAL_POLICIES]);
    expect(Object.keys(choices.transfer.approval)).toEqual([...TRANSFER_APPROVALS]);
    expect(Object.keys(choices.vop.provider)).toEqual([...VOP_PROVIDERS]);
    expect(Object.keys(choices.texts.vop)).toEqual([...PAYEE_CHECK_WORDINGS]);
  }
});
