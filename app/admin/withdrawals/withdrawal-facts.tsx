import type * as z from 'zod/mini';
import type { examinedWithdrawal } from '#contract/withdrawals.ts';
import { coverageOf } from '#domain/withdrawals/coverage.ts';
import { sepaObstacle } from '#domain/withdrawals/sepa.ts';
import { isOpenWithdrawalStatus } from '#domain/withdrawals/status.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';
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

/** Where it stands beneath its status (PAY-35). */
export function PhaseFact({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useT();
  const { day } = useFormats();
  const { phase, days, batch, bankReason } = withdrawal;
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
  return null;
}

/** Why it is held: the rules of the check, a warning on its client, a freeze of their assets. Nothing of what its reader may not see. */
export function HeldFact({ withdrawal }: { withdrawal: z.infer<typeof examinedWithdrawal> }) {
  const t = useT();
  const { heldBy, client } = withdrawal.facts;
  return (
    <>
      {client.isFrozen ? <Fact kind="bad">{t('admin-facts.frozen')}</Fact> : null}
      {client.isWarned && !heldBy?.includes('client-warning') ? (
        <Fact kind="doubtful">{t('admin-facts.warned')}</Fact>
      ) : null}
      {heldBy && heldBy.length > 0 ? (
        <Notice tone="warning" title={t('admin-withdrawals.facts.held')}>
          <ul>
            {heldBy.map((rule) => (
              <li key={rule}>{t(`admin-withdrawals.holds.rules.${rule}`)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}

/** Until when an open one is executed or refused (PAY-8), alarming from noon of that day on (PAY-39). A row says the same with its deadline. */
export function LastDayFact({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const t = useT();
  const { day } = useFormats();
  const today = useBankDay();
  const { executeBy, isLate } = withdrawal;
  // What left, or is asked of the rail, is no longer ours to decide.
  const isWithTheBank =
    withdrawal.batch !== null || (withdrawal.isInstant && withdrawal.status === 'approved');
  if (!executeBy || isWithTheBank) return null;
  const date = day(executeBy);
  if (!isLate) return <span className="cell-note">{t('admin-withdrawals.executeBy', { date })}</span>;
  return (
    <Fact kind="bad">
      {executeBy < today ? t('admin-withdrawals.late', { date }) : t('admin-withdrawals.tonight')}
    </Fact>
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
