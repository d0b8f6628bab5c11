import { productOf } from '#domain/loans/products.ts';
import { simulatorBounds } from '#domain/loans/simulation.ts';
import { readAmount, readWholeNumber } from '#domain/money/typed-number.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { priceList } from '../../page/price-list.ts';
import { RangeSlider } from '../../ui/range-slider.tsx';
import { useEuros } from './result.tsx';
import { paymentEuros, paymentSlider, type SimulatorState } from './state.ts';

export interface Changing {
  readonly state: SimulatorState;
  readonly change: (change: Partial<SimulatorState>) => void;
}

/** What is typed as an amount or a duration, read as the language writes it; null when it cannot be read. */
export function useReading(): {
  readonly wholeEuros: (text: string) => number | null;
  readonly wholeMonths: (text: string) => number | null;
} {
  const { locale } = useWords();
  return {
    wholeEuros: (text) => {
      const amountMinor = readAmount(text, 'EUR', locale);
      return amountMinor === null ? null : amountMinor / 100;
    },
    wholeMonths: (text) => readWholeNumber(text, locale),
  };
}

export function AmountSlider({ state, change }: Changing) {
  const t = useT();
  const euros = useEuros();
  const { count } = useFormats();
  const { wholeEuros } = useReading();
  const { minMinor, maxMinor } = simulatorBounds(priceList, productOf(priceList, state.product)).amount;
  const step = { step: euros(priceList.simulator.amount.stepMinor) };
  const [min, max] = [euros(minMinor), euros(maxMinor)];
  return (
    <RangeSlider
      name="amount"
      label={t('simulator.amount.label')}
      entryLabel={t('simulator.amount.entry')}
      suffix="€"
      min={minMinor / 100}
      max={maxMinor / 100}
      step={priceList.simulator.amount.stepMinor / 100}
      value={state.amountMinor / 100}
      onChange={(value) => change({ amountMinor: value * 100 })}
      valueText={euros(state.amountMinor)}
      format={count}
      parse={wholeEuros}
      unreadable={t('simulator.unreadable', { example: count(15_500) })}
      adjusted={(_typed, taken) =>
        t('simulator.amount.adjusted', { min, max, ...step, taken: euros(taken * 100) })
      }
      minLabel={min}
      maxLabel={max}
      decrementLabel={t('simulator.amount.less', step)}
      incrementLabel={t('simulator.amount.more', step)}
    />
  );
}

export function PaymentSlider({ state, change }: Changing) {
  const t = useT();
  const euros = useEuros();
  const { count } = useFormats();
  const { wholeEuros } = useReading();
  const { minEuros, maxEuros } = paymentSlider(priceList, state);
  const step = { step: euros(100) };
  const [min, max] = [euros(minEuros * 100), euros(maxEuros * 100)];
  return (
    <RangeSlider
      name="payment"
      label={t('simulator.payment.label')}
      entryLabel={t('simulator.payment.entry')}
      suffix="€"
      min={minEuros}
      max={maxEuros}
      step={1}
      value={paymentEuros(priceList, state)}
      onChange={(value) => change({ paymentMinor: value * 100 })}
      valueText={euros(paymentEuros(priceList, state) * 100)}
      format={count}
      parse={wholeEuros}
      unreadable={t('simulator.unreadable', { example: count(300) })}
      adjusted={(_typed, taken) => t('simulator.payment.adjusted', { min, max, taken: euros(taken * 100) })}
      minLabel={min}
      maxLabel={max}
      decrementLabel={t('simulator.payment.less', step)}
      incrementLabel={t('simulator.payment.more', step)}
    />
  );
}

export function DurationSlider({ state, change }: Changing) {
  const t = useT();
  const { count, months } = useFormats();
  const { wholeMonths } = useReading();
  const { minMonths, maxMonths } = simulatorBounds(priceList, productOf(priceList, state.product)).duration;
  const step = { step: months(priceList.simulator.duration.stepMonths) };
  const [min, max] = [months(minMonths), months(maxMonths)];
  return (
    <RangeSlider
      name="duration"
      label={t('simulator.duration.label')}
      entryLabel={t('simulator.duration.entry')}
      suffix={t('simulator.duration.unit')}
      min={minMonths}
      max={maxMonths}
      step={priceList.simulator.duration.stepMonths}
      value={state.durationMonths}
      onChange={(value) => change({ durationMonths: value })}
      valueText={months(state.durationMonths)}
      format={String}
      parse={wholeMonths}
      unreadable={t('simulator.unreadable', { example: count(priceList.simulator.duration.defaultMonths) })}
      adjusted={(_typed, taken) =>
        t('simulator.duration.adjusted', { min, max, ...step, taken: months(taken) })
      }
      minLabel={min}
      maxLabel={max}
      decrementLabel={t('simulator.duration.less', step)}
      incrementLabel={t('simulator.duration.more', step)}
    />
  );
}
