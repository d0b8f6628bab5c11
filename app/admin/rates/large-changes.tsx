import { type RateChange, shortRate } from '#domain/rates/rate.ts';
import { asProblem } from '../../api/problem.ts';
import { useWords } from '../../i18n/t.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { decimalIn } from './rate-words.ts';

/** The rates too far from the last ones for which a call was refused; none for another refusal. */
export function largeChangesOf(error: unknown): RateChange[] {
  const problem = error ? asProblem(error) : null;
  if (problem?.code !== 'rate.change-too-large') return [];
  return problem.fields.map(({ field, params }) => ({
    currency: field as RateChange['currency'],
    before: String(params?.before ?? ''),
    after: String(params?.after ?? ''),
  }));
}

/** Says which figures were accepted: a tick belongs to them. */
export const figuresOf = (changes: readonly RateChange[]): string =>
  changes.map(({ currency, before, after }) => `${currency} ${before} ${after}`).join();

/** Changed rates, each with its old and new figure. */
export function RateChangesTable({ caption, changes }: { caption: string; changes: readonly RateChange[] }) {
  const { t, locale } = useWords();
  const rateText = (rate: string) => decimalIn(locale, shortRate(rate));
  return (
    <Table
      caption={caption}
      stack={false}
      rows={changes}
      rowKey={({ currency }) => currency}
      columns={[
        {
          key: 'currency',
          header: t('admin-rates.currency'),
          cell: ({ currency }) => currency,
          rowHeader: true,
        },
        {
          key: 'before',
          header: t('admin-rates.before'),
          cell: ({ before }) => rateText(before),
          numeric: true,
        },
        {
          key: 'after',
          header: t('admin-rates.after'),
          cell: ({ after }) => rateText(after),
          numeric: true,
        },
      ]}
    />
  );
}

/** Shows both figures of each large change, and a box: the call is repeated only once it is ticked. */
export function LargeChanges({
  changes,
  isAccepted,
  onAccept,
}: {
  changes: readonly RateChange[];
  isAccepted: boolean;
  /** Receives the accepted figures; empty when the box is cleared. */
  onAccept: (figures: string) => void;
}) {
  const { t } = useWords();
  return (
    <div className="stack">
      <Notice tone="warning" live="polite" title={t('admin-rates.suspicious')}>
        {t('admin-rates.largeText')}
      </Notice>
      <RateChangesTable caption={t('admin-rates.largeCaption')} changes={changes} />
      <Checkbox
        name="acceptsLargeChange"
        label={t('admin-rates.accept', { count: changes.length })}
        checked={isAccepted}
        onChange={(event) => onAccept(event.target.checked ? figuresOf(changes) : '')}
      />
    </div>
  );
}
