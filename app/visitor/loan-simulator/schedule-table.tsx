import ChevronDown from 'lucide-react/icons/chevron-down';
import { memo, useId, useMemo, useState } from 'react';
import { byYear, type Schedule, type ScheduleRow } from '#domain/loans/schedule.ts';
import type { Formats } from '../../i18n/format.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';

type Amounts = Pick<ScheduleRow, 'instalmentMinor' | 'interestMinor' | 'principalMinor' | 'remainingMinor'>;

/** The four columns of a line. The caption states the currency, so the cells omit the symbol. */
function Cells({ row, parts }: { row: Amounts; parts: Formats['parts'] }) {
  const text = (amountMinor: number) =>
    parts(amountMinor, 'EUR')
      .filter(({ type }) => type !== 'symbol' && type !== 'literal')
      .map((part) => part.text)
      .join('')
      // The typeface's own space: it has no narrow one (app/i18n/format.ts).
      .replaceAll('\u202f', '\u00a0');
  return (
    <>
      <td>{text(row.instalmentMinor)}</td>
      <td>{text(row.interestMinor)}</td>
      <td>{text(row.principalMinor)}</td>
      <td>{text(row.remainingMinor)}</td>
    </>
  );
}

/** A year with its months, which are folded until it is opened. */
function Year({
  year,
  isOpen,
  onToggle,
  parts,
}: {
  year: ReturnType<typeof byYear>[number];
  isOpen: boolean;
  onToggle: () => void;
  parts: Formats['parts'];
}) {
  const t = useT();
  return (
    <tbody>
      <tr className="schedule-year">
        <th scope="row">
          <button type="button" aria-expanded={isOpen} onClick={onToggle}>
            <ChevronDown aria-hidden="true" />
            {t('simulator.repayment.table.year', { number: year.year })}
          </button>
        </th>
        <Cells row={year} parts={parts} />
      </tr>
      {year.rows.map((row) => (
        <tr key={row.number} className="schedule-month" data-folded={!isOpen || undefined}>
          <th scope="row">{t('simulator.repayment.table.month', { number: row.number })}</th>
          <Cells row={row} parts={parts} />
        </tr>
      ))}
    </tbody>
  );
}

/**
 * The exact schedule, year by year; each year opens on its months. The months are rendered hidden, so that print and browsers without JavaScript
 * have them.
 */
export const ScheduleTable = memo(function ScheduleTable({ schedule }: { schedule: Schedule }) {
  const t = useT();
  const id = useId();
  const { parts } = useFormats();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const years = useMemo(() => byYear(schedule), [schedule]);
  const allOpen = years.every(({ year }) => open.has(year));
  const toggle = (year: number) => {
    const next = new Set(open);
    if (!next.delete(year)) next.add(year);
    setOpen(next);
  };
  return (
    <div className="stack" data-gap="2">
      <div className="schedule-head">
        <h3 id={`${id}-title`}>{t('simulator.repayment.table.caption')}</h3>
        <Button
          className="no-print only-scripted"
          size="dense"
          tone="quiet"
          onClick={() => setOpen(allOpen ? new Set() : new Set(years.map(({ year }) => year)))}
        >
          {allOpen ? t('simulator.repayment.table.close') : t('simulator.repayment.table.open')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse. */}
      <section className="table-scroll" tabIndex={0} aria-labelledby={`${id}-title`}>
        <table className="sheet schedule tabular" aria-labelledby={`${id}-title`}>
          <thead>
            <tr>
              <th scope="col">{t('simulator.repayment.table.period')}</th>
              <th scope="col">{t('simulator.repayment.table.instalment')}</th>
              <th scope="col">{t('simulator.repayment.table.interest')}</th>
              <th scope="col">{t('simulator.repayment.table.principal')}</th>
              <th scope="col">{t('simulator.repayment.table.remaining')}</th>
            </tr>
          </thead>
          {years.map((year) => (
            <Year
              key={year.year}
              year={year}
              isOpen={open.has(year.year)}
              onToggle={() => toggle(year.year)}
              parts={parts}
            />
          ))}
          <tfoot>
            <tr>
              <th scope="row">{t('simulator.repayment.table.total')}</th>
              <Cells
                row={{
                  instalmentMinor: schedule.totalDueMinor,
                  interestMinor: schedule.totalInterestMinor,
                  principalMinor: schedule.totalDueMinor - schedule.totalInterestMinor,
                  remainingMinor: schedule.rows.at(-1)?.remainingMinor ?? 0,
                }}
                parts={parts}
              />
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  );
});
