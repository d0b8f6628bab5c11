import type { LoanPosition } from '#domain/loans/position.ts';

type Arrears = NonNullable<LoanPosition['arrears']>;

/**
 * How the panel of a loan speaks of what is owed beside its schedule. A loan whose instalments are all paid may still owe late interest, an
 * indemnity or costs; one whose instalment was missed this evening has no days past due yet (LC-79). Neither is « À jour » in red.
 */
export function arrearsTitle({ instalments, bucket }: Pick<Arrears, 'instalments' | 'bucket'>) {
  if (instalments === 0) return { tone: 'warning', title: 'owedOnly', total: 'owed' } as const;
  if (bucket === '0') return { tone: 'danger', title: 'missedToday', total: 'late' } as const;
  return { tone: 'danger', title: `buckets.${bucket}`, total: 'late' } as const;
}
