import { comingRates, type Schedule } from '#domain/loans/schedule.ts';
import { useFormats } from '../i18n/format.ts';

/** The rates of the rows to come, where they are not the contract's: that of a judge and the one after it above all (LC-91). */
export function ComingRate({
  schedule: { rates = [] },
  agreedRateBps,
  words,
}: {
  schedule: Schedule;
  agreedRateBps: number;
  words: {
    readonly comingRate: (of: { rate: string }) => string;
    readonly rateUntil: (of: { rate: string; date: string; after: string }) => string;
  };
}) {
  const { day, rate } = useFormats();
  const coming = comingRates(rates, agreedRateBps);
  if (!coming) return null;
  const { rateBps, untilDay, afterBps } = coming;
  return (
    <p className="card-note">
      {untilDay
        ? words.rateUntil({ rate: rate(rateBps), date: day(untilDay), after: rate(afterBps) })
        : words.comingRate({ rate: rate(rateBps) })}
    </p>
  );
}
