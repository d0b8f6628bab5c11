import type * as z from 'zod/mini';
import type { reconciliation } from '#contract/reconciliation.ts';
import { differenceOf } from '#domain/statements/daily-proof.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Disclosure } from '../../ui/accordion.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';

type Kept = z.infer<typeof reconciliation>['proofs'][number];
type Result = Kept['results'][number];

/** Proofs whose sides are numbers of entries and lines, not amounts. */
const COUNTS: readonly Result['name'][] = ['proof.numbers', 'proof.audit'];

function Side({ result, minor, currency }: { result: Result; minor: number; currency: Kept['currency'] }) {
  const { count } = useFormats();
  return COUNTS.includes(result.name) ? count(minor) : <Amount minor={minor} currency={currency} />;
}

/** The proofs of a currency: a line that says that they are fair, with the figures behind it, or the figures at once. */
export function DailyProof({ proof }: { proof: Kept }) {
  const t = useT();
  const { day } = useFormats();
  if (!proof.isFair) return <DailyProofTable proof={proof} />;
  return (
    <Disclosure title={t('admin-bank-lines.daily.isFair', { day: day(proof.day), currency: proof.currency })}>
      <DailyProofTable proof={proof} />
    </Disclosure>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The proofs of the books in a currency, as the job of the night kept them (ACC-36): what was compared, and what differs. */
function DailyProofTable({ proof }: { proof: Kept }) {
  const t = useT();
  const { day, moment } = useFormats();
  const { currency } = proof;
  return (
    <DataTable
      isTitled
      caption={
        <>
          {t('admin-bank-lines.daily.caption', { day: day(proof.day), currency })}{' '}
          <StatusBadge kind={proof.isFair ? 'done' : 'refused'}>
            {t(proof.isFair ? 'admin-bank-lines.daily.fair' : 'admin-bank-lines.daily.failed')}
          </StatusBadge>
          <span className="cell-note">
            {t('admin-bank-lines.daily.made', { moment: moment(proof.madeAt), due: moment(proof.dueAt) })}
          </span>
        </>
      }
    >
      <thead>
        <tr>
          <th scope="col">{t('admin-bank-lines.daily.proof')}</th>
          <th scope="col" data-numeric>
            {t('admin-bank-lines.daily.left')}
          </th>
          <th scope="col" data-numeric>
            {t('admin-bank-lines.daily.right')}
          </th>
          <th scope="col" data-numeric>
            {t('admin-bank-lines.daily.difference')}
          </th>
        </tr>
      </thead>
      <tbody>
        {proof.results.map((result) => (
          <DataRow key={result.name}>
            <DataCell rowHeader>
              {capital(t(`admin.${result.name}`))}{' '}
              {result.isProved ? null : (
                <StatusBadge kind="refused">
                  {t('admin-bank-lines.daily.faults', { count: Math.max(1, result.faults) })}
                </StatusBadge>
              )}
              {result.isExplained ? (
                <StatusBadge kind="waiting">{t('admin-bank-lines.proof.explained')}</StatusBadge>
              ) : null}
            </DataCell>
            <DataCell label={t('admin-bank-lines.daily.left')} numeric>
              <Side result={result} minor={result.leftMinor} currency={currency} />
            </DataCell>
            <DataCell label={t('admin-bank-lines.daily.right')} numeric>
              <Side result={result} minor={result.rightMinor} currency={currency} />
            </DataCell>
            <DataCell label={t('admin-bank-lines.daily.difference')} numeric>
              <Side result={result} minor={differenceOf(result)} currency={currency} />
            </DataCell>
          </DataRow>
        ))}
      </tbody>
    </DataTable>
  );
}
