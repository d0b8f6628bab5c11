import { coverageOf } from '#domain/withdrawals/coverage.ts';
import { sepaObstacle } from '#domain/withdrawals/sepa.ts';
import { isOpenWithdrawalStatus } from '#domain/withdrawals/status.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Fact } from '../desk/fact.tsx';
import { adminHref } from '../frame/sections.ts';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

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

/** Where it stands beneath its status (PAY-35), and until when an open one is executed or refused (PAY-8). */
export function PhaseFact({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useT();
  const { day } = useFormats();
  const { phase, days, batch, bankReason, executeBy, isLate } = withdrawal;
  const code = bankReason ? (
    <span className="cell-note">{t('admin-withdrawals.phase.code', { code: bankReason })}</span>
  ) : null;
  if (withdrawal.isInstant && withdrawal.status === 'approved' && !batch)
    return <Fact kind="doubtful">{t('admin-withdrawals.phase.instantAwaited')}</Fact>;
  if (phase === 'accepted') return <Fact kind="good">{t('admin-withdrawals.phase.accepted')}</Fact>;
  if (phase === 'exported' && batch)
    return (
      <span className="cell-note">
        {t('admin-withdrawals.phase.exported', { date: day(batch.exportedAt) })}
      </span>
    );
  if (phase === 'settled' && days.settled)
    return <Fact kind="good">{t('admin-withdrawals.phase.settled', { date: day(days.settled) })}</Fact>;
  if ((phase === 'bank-refused' || phase === 'returned') && days.returned)
    return (
      <>
        <Fact kind="bad">{t(`admin-withdrawals.phase.${phase}`, { date: day(days.returned) })}</Fact>
        {code}
      </>
    );
  if (!executeBy) return null;
  return isLate ? (
    <Fact kind="bad">{t('admin-withdrawals.late', { date: day(executeBy) })}</Fact>
  ) : (
    <span className="cell-note">{t('admin-withdrawals.executeBy', { date: day(executeBy) })}</span>
  );
}

/** Whether the balance covers it; shown only until it is paid. */
export function CoverageFact({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useT();
  if (!isOpenWithdrawalStatus(withdrawal.status)) return null;
  const coverage = coverageOf({ ...withdrawal.client, amountMinor: withdrawal.amountMinor });
  const kind = { covered: 'good', contended: 'doubtful', short: 'bad' } as const;
  return <Fact kind={kind[coverage]}>{t(`admin-withdrawals.coverage.${coverage}`)}</Fact>;
}
