import { expect, test } from 'vitest';
import { arrearsTitle } from './arrears-title.ts';

test.each([
  [0, '0', { tone: 'warning', title: 'owedOnly', total: 'owed' }],
  [1, '0', { tone: 'danger', title: 'missedToday', total: 'late' }],
  [1, '1-30', { tone: 'danger', title: 'buckets.1-30', total: 'late' }],
] as const)(
  'LC-79 with %i unpaid instalments in the stage %s the panel does not call a loan up to date in red',
  (instalments, bucket, said) => {
    expect(arrearsTitle({ instalments, bucket })).toEqual(said);
  },
);
