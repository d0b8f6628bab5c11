import {
  type CapitalBeside,
  type DayInterest,
  deferredInterestOf,
  type Schedule,
} from '#domain/loans/schedule.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { useFormats } from '../i18n/format.ts';
import { Amount } from './amount.tsx';

/** What the totals are called: the line of all rows, and of each sum of days within them. */
export interface TotalsWords {
  readonly total: string;
  readonly dayInterest: (of: { from: string; to: string; number: number }) => string;
  readonly beside: (event: CapitalBeside['event'], of: { date: string }) => string;
}

/**
 * The totals of a schedule's columns, and why they are not what was agreed: the interest of single days that they hold (LC-64, LC-68), and capital
 * that was repaid early or remitted beside them (LC-89, LC-97).
 * @param leading how many columns stand before the instalment.
 * @param withDeferred whether postponed interest has a column after the interest (LC-88).
 */
export function ScheduleTotals({
  schedule,
  currency,
  leading,
  withDeferred = false,
  words,
}: {
  schedule: Schedule;
  currency: CurrencyCode;
  leading: 1 | 2;
  withDeferred?: boolean;
  words: TotalsWords;
}) {
  const { shortDay } = useFormats();
  const { totalDueMinor, totalInterestMinor, dayInterest = [], capitalBeside = [] } = schedule;
  const deferredMinor = withDeferred ? deferredInterestOf(schedule) : 0;
  const noDeferred = withDeferred ? <td /> : null;
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />;
  const named = ({ fromDay, toDay, number }: DayInterest) =>
    words.dayInterest({ from: shortDay(fromDay), to: shortDay(toDay), number });
  return (
    <>
      <tr>
        <th scope="row" colSpan={leading}>
          {words.total}
        </th>
        <td data-numeric>{amount(totalDueMinor)}</td>
        <td data-numeric>{amount(totalInterestMinor - deferredMinor)}</td>
        {withDeferred ? <td data-numeric>{amount(deferredMinor)}</td> : null}
        <td data-numeric>{amount(totalDueMinor - totalInterestMinor)}</td>
        <td />
      </tr>
      {dayInterest.map((one) => (
        <tr key={one.number}>
          <th scope="row" colSpan={leading}>
            {named(one)}
          </th>
          <td data-numeric>{amount(one.interestMinor)}</td>
          <td data-numeric>{amount(one.interestMinor)}</td>
          {noDeferred}
          <td />
          <td />
        </tr>
      ))}
      {capitalBeside.map(({ event, day, capitalMinor, interestMinor }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of a day have nothing else of their own, and the order stays.
        <tr key={`${event} ${day} ${index}`}>
          <th scope="row" colSpan={leading}>
            {words.beside(event, { date: shortDay(day) })}
          </th>
          <td />
          <td data-numeric>{interestMinor > 0 ? amount(interestMinor) : null}</td>
          {noDeferred}
          <td data-numeric>{amount(capitalMinor)}</td>
          <td />
        </tr>
      ))}
    </>
  );
}
