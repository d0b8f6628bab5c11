import { memo, useDeferredValue, useMemo } from 'react';
import { type Product, productOf, representativeExample } from '#domain/loans/products.ts';
import type { SimulationAnswer } from '#domain/loans/simulation.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { institution } from '../../page/institution.ts';
import { priceList } from '../../page/price-list.ts';
import { useToday } from '../../page/today.ts';
import { Page } from '../../ui/layout.tsx';
import { RepresentativeExample } from '../representative-example.tsx';
import { Comparison } from './comparison.tsx';
import { Controls } from './controls.tsx';
import { Repayment } from './repayment.tsx';
import { MonthlyResult, ResultDetails, SpokenResult } from './result.tsx';
import { useSharedState } from './shared-state.ts';
import { answerOf, keptOnce } from './state.ts';

/** The example of the law with the amount and the duration of the answer (C. conso. L312-6). */
const AnswerExample = memo(function AnswerExample({
  answer: { amountMinor, durationMonths },
  product,
}: {
  answer: SimulationAnswer;
  product: Product;
}) {
  return (
    <div className="simulator-example">
      <RepresentativeExample example={representativeExample(product, { amountMinor, durationMonths })} />
    </div>
  );
});

/** The island `loan-simulator`: the form, its result, simulations side by side, and the schedule. */
export default function Simulator() {
  const t = useT();
  const { day } = useFormats();
  const today = useToday();
  const [state, change] = useSharedState();
  const current = useMemo(
    () => ({ answer: answerOf(priceList, state), product: productOf(priceList, state.product) }),
    [state],
  );
  // The instalment follows the finger in the same frame; the other figures, the chart and the table of 84 months may come a frame later.
  const settled = useDeferredValue(current);
  const { kept, ...shown } = state;
  /** The two change places, so that none is lost. */
  const show = (index: number) =>
    change({ ...kept[index], kept: keptOnce(priceList, kept.with(index, shown)) });

  return (
    <>
      <Page>
        <p className="only-print">
          {t('simulator.printed', { day: day(today), name: institution.legalName })}
        </p>
        <div className="simulator-frame">
          <Controls state={state} change={change} />
          <MonthlyResult question={state.question} answer={current.answer} />
          <ResultDetails {...settled} />
          <AnswerExample {...settled} />
        </div>
        <SpokenResult answer={settled.answer} />
      </Page>
      {kept.length > 0 ? (
        <Comparison
          product={state.product}
          answer={current.answer}
          kept={kept}
          onShow={show}
          onRemove={(removed) => change({ kept: kept.filter((_terms, index) => index !== removed) })}
        />
      ) : null}
      <Repayment {...settled} />
    </>
  );
}
