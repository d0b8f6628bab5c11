import { useDeferredValue, useMemo } from 'react';
import { productOf, representativeExample } from '#domain/loans/products.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { institution } from '../../page/institution.ts';
import { useToday } from '../../page/today.ts';
import { Page } from '../../ui/layout.tsx';
import { RepresentativeExample } from '../representative-example.tsx';
import { Comparison } from './comparison.tsx';
import { Controls } from './controls.tsx';
import { Repayment } from './repayment.tsx';
import { MonthlyResult, ResultDetails, SpokenResult } from './result.tsx';
import { useSharedState } from './shared-state.ts';
import { answerOf, keptOnce } from './state.ts';

/** The island `loan-simulator`: the form, its result, simulations side by side, and the schedule. */
export default function Simulator() {
  const t = useT();
  const { day } = useFormats();
  const today = useToday();
  const [state, change] = useSharedState();
  const answer = useMemo(() => answerOf(state), [state]);
  // The instalment follows the finger in the same frame; the chart and the table of 84 months may come a frame later.
  const settled = useDeferredValue(answer);
  const product = productOf(state.product);
  const { kept, ...shown } = state;
  /** The two change places, so that none is lost. */
  const show = (index: number) => change({ ...kept[index], kept: keptOnce(kept.with(index, shown)) });

  return (
    <>
      <Page>
        <p className="only-print">
          {t('simulator.printed', { day: day(today), name: institution.legalName })}
        </p>
        <div className="simulator-frame">
          <Controls state={state} change={change} />
          <MonthlyResult question={state.question} answer={answer} />
          <ResultDetails answer={answer} product={product} />
          <div className="simulator-example">
            <RepresentativeExample
              example={representativeExample(product, {
                amountMinor: answer.amountMinor,
                durationMonths: answer.durationMonths,
              })}
            />
          </div>
        </div>
        <SpokenResult answer={answer} />
      </Page>
      {kept.length > 0 ? (
        <Comparison
          product={state.product}
          answer={answer}
          kept={kept}
          onShow={show}
          onRemove={(removed) => change({ kept: kept.filter((_terms, index) => index !== removed) })}
        />
      ) : null}
      <Repayment answer={settled} product={state.product} />
    </>
  );
}
