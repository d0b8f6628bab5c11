import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { coverageOf } from '#domain/withdrawals/coverage.ts';
import { isOpenWithdrawalStatus } from '#domain/withdrawals/status.ts';
import { useT } from '../i18n/t.ts';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

function Fact({ kind, children }: { kind: 'good' | 'doubtful' | 'bad'; children: ReactNode }) {
  const Icon = { good: CircleCheck, doubtful: TriangleAlert, bad: CircleAlert }[kind];
  return (
    <span className="fact" data-kind={kind}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  );
}

/** Whether the IBAN's country, length and checksum hold. */
export function IbanFact({ isValid }: { isValid: boolean }) {
  const t = useT();
  return (
    <Fact kind={isValid ? 'good' : 'bad'}>
      {t(isValid ? 'admin-withdrawals.ibanValid' : 'admin-withdrawals.ibanInvalid')}
    </Fact>
  );
}

/** Whether the balance pays for it; said only while it is still to be paid. */
export function CoverageFact({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useT();
  if (!isOpenWithdrawalStatus(withdrawal.status)) return null;
  const coverage = coverageOf({ ...withdrawal.client, amountMinor: withdrawal.amountMinor });
  const kind = { covered: 'good', contended: 'doubtful', short: 'bad' } as const;
  return <Fact kind={kind[coverage]}>{t(`admin-withdrawals.coverage.${coverage}`)}</Fact>;
}
