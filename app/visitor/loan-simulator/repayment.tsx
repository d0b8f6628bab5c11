import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Printer from 'lucide-react/icons/printer';
import { memo, startTransition, useEffect, useState } from 'react';
import { type Product, UNNAMED_PRODUCT_ID } from '#domain/loans/products.ts';
import type { ScheduleRow } from '#domain/loans/schedule.ts';
import { scheduleCsv } from '#domain/loans/schedule-csv.ts';
import type { SimulationAnswer } from '#domain/loans/simulation.ts';
import { inLanguage } from '../../api/document-path.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { StackedBars } from '../../ui/charts/stacked-bars.tsx';
import { Section } from '../../ui/layout.tsx';
import { ScheduleTable } from './schedule-table.tsx';

/** Hands a text to the browser as a file. */
function download(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Delayed, because some browsers read the blob after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * The picture of the table that follows it. It is drawn in the browser: in the markup it would weigh as much as the page's first screen of text, and it
 * lies below it.
 */
function RepaymentChart({ answer }: { answer: SimulationAnswer }) {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => startTransition(() => setIsDrawn(true)), []);
  return isDrawn ? <DrawnChart answer={answer} /> : <div className="simulator-chart-place only-scripted" />;
}

function DrawnChart({ answer }: { answer: SimulationAnswer }) {
  const t = useT();
  const { amount, percent } = useFormats();
  const euros = (amountMinor: number) => amount(amountMinor, 'EUR');
  const { schedule } = answer;
  const interestOf = (row: ScheduleRow | undefined) => euros(row?.interestMinor ?? 0);
  return (
    <StackedBars
      title={t('simulator.repayment.chart.title')}
      summary={t('simulator.repayment.chart.summary', {
        total: euros(schedule.totalDueMinor),
        principal: euros(answer.amountMinor),
        interest: euros(schedule.totalInterestMinor),
        share: percent((schedule.totalInterestMinor / schedule.totalDueMinor) * 100, 1),
        firstInterest: interestOf(schedule.rows[0]),
        lastInterest: interestOf(schedule.rows.at(-1)),
      })}
      cursorLabel={t('simulator.repayment.chart.cursor')}
      showTableLabel={t('simulator.repayment.chart.showTable')}
      showChartLabel={t('simulator.repayment.chart.showChart')}
      labelHeader={t('simulator.repayment.chart.month')}
      series={[
        { key: 'principal', label: t('simulator.repayment.chart.principal'), tone: 'brand' },
        { key: 'interest', label: t('simulator.repayment.chart.interest'), tone: 'accent' },
      ]}
      bars={schedule.rows.map((row) => ({
        key: String(row.number),
        label: String(row.number),
        longLabel: t('simulator.repayment.chart.monthNumber', { number: row.number }),
        values: [row.principalMinor, row.interestMinor],
      }))}
      formatValue={euros}
      formatTick={(value) => amount(value, 'EUR', { fractionDigits: 0 })}
    />
  );
}

/** The schedule: chart, exact table, download and print. */
export const Repayment = memo(function Repayment({
  answer,
  product,
}: {
  answer: SimulationAnswer;
  product: Product;
}) {
  const { t, language } = useWords();
  const save = () =>
    download(
      `${t('simulator.repayment.fileName')}-${answer.amountMinor / 100}-${answer.durationMonths}.csv`,
      'text/csv;charset=utf-8',
      scheduleCsv(
        answer.schedule,
        {
          number: t('simulator.repayment.csvHeaders.number'),
          dueDate: t('simulator.repayment.csvHeaders.dueDate'),
          instalment: t('simulator.repayment.csvHeaders.instalment'),
          interest: t('simulator.repayment.csvHeaders.interest'),
          principal: t('simulator.repayment.csvHeaders.principal'),
          remaining: t('simulator.repayment.csvHeaders.remaining'),
        },
        'EUR',
      ),
    );
  return (
    <Section
      data-below
      className="simulator-repayment"
      ruled
      title={t('simulator.repayment.title')}
      lead={t('simulator.repayment.lead')}
    >
      <div className="stack" data-gap="6">
        <RepaymentChart answer={answer} />
        <ScheduleTable schedule={answer.schedule} />
        <div className="cluster no-print">
          <Button className="only-scripted" icon={<Download aria-hidden="true" />} onClick={save}>
            {t('simulator.repayment.csv')}
          </Button>
          <LinkButton
            href={inLanguage(
              `/api/documents/loan-simulation.pdf?amountMinor=${answer.amountMinor}&durationMonths=${answer.durationMonths}${product.id === UNNAMED_PRODUCT_ID ? '' : `&product=${product.id}`}`,
              language,
            )}
            icon={<FileText aria-hidden="true" />}
            download
          >
            {t('simulator.repayment.pdf')}
          </LinkButton>
          <Button
            tone="quiet"
            className="only-scripted"
            icon={<Printer aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('simulator.repayment.print')}
          </Button>
        </div>
      </div>
    </Section>
  );
});
