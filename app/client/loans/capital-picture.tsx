import { minorPerUnit } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { inOwnWords } from '../../i18n/own-date-words.ts';
import { useWords } from '../../i18n/t.ts';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import type { Loan } from '../accounts/overview.ts';
import { capitalSteps, type DrawnSchedule } from './capital-steps.ts';

/** How the capital of a paid-out loan goes down: what was paid drawn full, what is planned dashed, with a table beside. */
export function CapitalPicture({ loan, schedule }: { loan: Loan; schedule: DrawnSchedule }) {
  const { t, locale } = useWords();
  const format = useFormats();
  const today = useBankDay();
  if (!loan.paidOutAt) return null;
  const { amountMinor, endedOn } = loan;
  const steps = capitalSteps({
    amountMinor,
    paidOutOn: legalDay(new Date(loan.paidOutAt)),
    endedOn,
    today,
    schedule,
  });
  const last = steps.all.at(-1);
  if (!last) return null;
  const amount = (minor: number) => format.amount(minor, loan.currency);
  const short = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const isSmall = amountMinor < 10 * minorPerUnit(loan.currency);
  return (
    <LineChart
      title={t('client-loans.picture.title')}
      summary={t('client-loans.picture.summary', { amount: amount(amountMinor), end: format.day(last.day) })}
      cursorLabel={t('client-loans.picture.cursor')}
      showTableLabel={t('client-loans.picture.table')}
      showChartLabel={t('client-loans.picture.chart')}
      headers={{ label: t('client-loans.details.due'), value: t('client-loans.picture.left') }}
      points={steps.all.map(({ day, leftMinor }, index) => ({
        key: `${day} ${index}`,
        label: inOwnWords(short.format(new Date(day)), locale),
        longLabel: format.day(day),
        value: leftMinor,
        valueText: amount(leftMinor),
      }))}
      presentAt={steps.presentAt}
      formatTick={(minor) =>
        format.amount(Math.round(minor), loan.currency, isSmall ? {} : { fractionDigits: 0 })
      }
    />
  );
}
