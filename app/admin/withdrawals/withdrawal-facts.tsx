import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { coverageOf } from '#domain/withdrawals/coverage.ts';
import { sepaObstacle } from '#domain/withdrawals/sepa.ts';
import { isOpenWithdrawalStatus } from '#domain/withdrawals/status.ts';
import { useT } from '../../i18n/t.ts';
import { adminHref } from '../frame/sections.ts';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

/** A verdict with an icon: colour alone does not convey it. */
export function Fact({ kind, children }: { kind: 'good' | 'doubtful' | 'bad'; children: ReactNode }) {
  const Icon = { good: CircleCheck, doubtful: TriangleAlert, bad: CircleAlert }[kind];
  return (
    <span className="fact" data-kind={kind}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  );
}

/** Whether the IBAN's country, length and checksum are valid. */
export function IbanFact({ isValid }: { isValid: boolean }) {
  const t = useT();
  return (
    <Fact kind={isValid ? 'good' : 'bad'}>
      {t(isValid ? 'admin-withdrawals.ibanValid' : 'admin-withdrawals.ibanInvalid')}
    </Fact>
  );
}

/** Why no SEPA file can hold a validated withdrawal, or the batch that holds it. */
export function BatchFact({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useT();
  const { batch } = withdrawal;
  if (batch)
    return (
      <a className="batch-link tabular" href={adminHref('withdrawals', { view: 'batches', batch: batch.id })}>
        {t('admin-batches.inBatch', { number: batch.messageId })}
      </a>
    );
  const obstacle = withdrawal.status === 'approved' ? sepaObstacle(withdrawal) : null;
  return obstacle ? <Fact kind="doubtful">{t(`admin-batches.obstacle.${obstacle}`)}</Fact> : null;
}

/** Whether the balance covers it; shown only until it is paid. */
export function CoverageFact({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useT();
  if (!isOpenWithdrawalStatus(withdrawal.status)) return null;
  const coverage = coverageOf({ ...withdrawal.client, amountMinor: withdrawal.amountMinor });
  const kind = { covered: 'good', contended: 'doubtful', short: 'bad' } as const;
  return <Fact kind={kind[coverage]}>{t(`admin-withdrawals.coverage.${coverage}`)}</Fact>;
}
