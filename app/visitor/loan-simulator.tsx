import './loan-simulator/simulator.css';
import '../ui/charts.css';
import { useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import {
  PRODUCTS,
  type ProductId,
  productOf,
  representativeExample,
  SIMULATOR_AMOUNT,
  SIMULATOR_DURATION,
} from '#domain/loans/products.ts';
import { simulatorBounds } from '#domain/loans/simulation.ts';
import { readAmount, readWholeNumber } from '#domain/money/typed-number.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';
import { useTypedBeforeHydration } from '../page/before-hydration.ts';
import { institution } from '../page/institution.ts';
import { navigate } from '../page/navigation.ts';
import { PageHead } from '../page/page-head.tsx';
import { useToday } from '../page/today.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { RangeSlider } from '../ui/range-slider.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toasts.ts';
import { Comparison } from './loan-simulator/comparison.tsx';
import { Conditions } from './loan-simulator/conditions.tsx';
import { Repayment } from './loan-simulator/repayment.tsx';
import { MonthlyResult, ResultDetails, SpokenResult, useEuros } from './loan-simulator/result.tsx';
import {
  answerOf,
  choiceFor,
  keptOnce,
  MAX_KEPT,
  paymentEuros,
  paymentSlider,
  questions,
  readState,
  type SimulatorState,
  snappedAmount,
  snappedDuration,
  writeChoice,
  writeState,
} from './loan-simulator/state.ts';
import { RepresentativeExample } from './representative-example.tsx';

const path = '/simulateur';
/** Browsers refuse an address that is rewritten hundreds of times in half a minute: it waits until the slider rests. */
const ADDRESS_DELAY_MS = 250;

/** The state, kept in the address so that it can be shared and reloaded, and gone back to. */
function useSharedState(): [SimulatorState, (change: Partial<SimulatorState>) => void] {
  const search = useSearch();
  const [state, setState] = useState(() => readState(search));
  /** The query this page wrote last: any other one comes from a link or from going back. */
  const written = useRef(search);

  useLayoutEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setState(readState(search));
  }, [search]);

  useEffect(() => {
    const query = writeState(state);
    if (query === writeState(readState(written.current))) return;
    const timer = setTimeout(() => {
      written.current = query.slice(1);
      navigate(path + query, { replace: true });
    }, ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return [state, (change) => setState((before) => ({ ...before, ...change }))];
}

export default function LoanSimulator() {
  const { t, locale } = useWords();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const euros = useEuros();
  const { count, months, day } = useFormats();
  const today = useToday();
  const [state, change] = useSharedState();
  const parseMonths = (text: string) => readWholeNumber(text, locale);
  const parseEuros = (text: string) => {
    const amountMinor = readAmount(text, 'EUR', locale);
    return amountMinor === null ? null : amountMinor / 100;
  };
  const answer = useMemo(() => answerOf(state), [state]);
  // The instalment follows the finger in the same frame; the chart and the table of 84 months may come a frame later.
  const settled = useDeferredValue(answer);

  useTypedBeforeHydration(form, (values) => {
    // A slider and its entry are one value: what was touched last comes last.
    for (const [name, text] of values) {
      const wholeEuros = parseEuros(text);
      const wholeMonths = parseMonths(text);
      const question = questions.find((known) => known === text);
      const product = PRODUCTS.find(({ id }) => id === text);
      if (name === 'question' && question) change({ question });
      else if (name === 'product' && product) change(choiceFor(product.id, state));
      else if (name.startsWith('amount') && wholeEuros !== null)
        change({ amountMinor: snappedAmount(state.product, wholeEuros * 100) });
      else if (name.startsWith('duration') && wholeMonths !== null)
        change({ durationMonths: snappedDuration(state.product, wholeMonths) });
    }
  });

  const isKept = state.kept.some((choice) => writeChoice(choice) === writeChoice(state));
  const isFull = state.kept.length >= MAX_KEPT;
  const { kept: _kept, ...shown } = state;
  const keep = () => {
    if (isKept || isFull) return;
    change({ kept: [...state.kept, shown] });
    toast({ title: t('simulator.keep.done'), description: t('simulator.keep.doneText') });
  };
  /** The two change places, so that none is lost. */
  const show = (index: number) =>
    change({ ...state.kept[index], kept: keptOnce(state.kept.with(index, shown)) });

  const payment = paymentSlider(state);
  const product = productOf(state.product);
  const { amount: amounts, duration: durations } = simulatorBounds(product);
  const limits = {
    minAmount: euros(amounts.minMinor),
    maxAmount: euros(amounts.maxMinor),
    minDuration: count(durations.minMonths),
    maxDuration: months(durations.maxMonths),
  };
  const amountStep = { step: euros(SIMULATOR_AMOUNT.stepMinor) };
  const durationStep = { step: months(SIMULATOR_DURATION.stepMonths) };
  const paymentStep = { step: euros(100) };

  return (
    <div className="simulator">
      <PageHead title={t('simulator.title')} description={t('simulator.description', limits)} path={path} />
      <Page>
        <PageTitle lead={t('simulator.lead')}>{t('simulator.title')}</PageTitle>
        <p className="only-print">
          {t('simulator.printed', { day: day(today), name: institution.legalName })}
        </p>
        <noscript>
          <Notice>{t('simulator.noScript', { phone: institution.phone.display })}</Notice>
        </noscript>
        <div className="simulator-frame">
          <form
            className="simulator-controls no-print"
            ref={form}
            aria-label={t('simulator.controls')}
            onSubmit={(event) => event.preventDefault()}
          >
            <fieldset className="simulator-question" aria-describedby={`${id}-chosen`}>
              <legend className="field-label">{t('simulator.question.legend')}</legend>
              <div className="segments">
                {questions.map((question) => (
                  <label key={question} className="segment">
                    <input
                      type="radio"
                      name="question"
                      value={question}
                      checked={state.question === question}
                      onChange={() => change({ question })}
                    />
                    {t(`simulator.question.${question}`)}
                  </label>
                ))}
              </div>
              <p className="field-remark" id={`${id}-chosen`}>
                {t(`simulator.question.chosen.${state.question}`)}
              </p>
            </fieldset>
            <Select
              name="product"
              label={t('simulator.product')}
              width="md"
              options={PRODUCTS.map(({ id }) => ({
                value: id,
                label: t(`simulator.conditions.products.${id}`),
              }))}
              value={state.product}
              onChange={(event) => change(choiceFor(event.target.value as ProductId, state))}
            />
            {state.question === 'montant' ? null : (
              <RangeSlider
                name="amount"
                label={t('simulator.amount.label')}
                entryLabel={t('simulator.amount.entry')}
                suffix="€"
                min={amounts.minMinor / 100}
                max={amounts.maxMinor / 100}
                step={SIMULATOR_AMOUNT.stepMinor / 100}
                value={state.amountMinor / 100}
                onChange={(value) => change({ amountMinor: value * 100 })}
                valueText={euros(state.amountMinor)}
                format={count}
                parse={parseEuros}
                unreadable={t('simulator.unreadable', { example: count(15_500) })}
                adjusted={(_typed, taken) =>
                  t('simulator.amount.adjusted', {
                    min: limits.minAmount,
                    max: limits.maxAmount,
                    ...amountStep,
                    taken: euros(taken * 100),
                  })
                }
                minLabel={limits.minAmount}
                maxLabel={limits.maxAmount}
                decrementLabel={t('simulator.amount.less', amountStep)}
                incrementLabel={t('simulator.amount.more', amountStep)}
              />
            )}
            {state.question === 'mensualite' ? null : (
              <RangeSlider
                name="payment"
                label={t('simulator.payment.label')}
                entryLabel={t('simulator.payment.entry')}
                suffix="€"
                min={payment.minEuros}
                max={payment.maxEuros}
                step={1}
                value={paymentEuros(state)}
                onChange={(value) => change({ paymentMinor: value * 100 })}
                valueText={euros(paymentEuros(state) * 100)}
                format={count}
                parse={parseEuros}
                unreadable={t('simulator.unreadable', { example: count(300) })}
                adjusted={(_typed, taken) =>
                  t('simulator.payment.adjusted', {
                    min: euros(payment.minEuros * 100),
                    max: euros(payment.maxEuros * 100),
                    taken: euros(taken * 100),
                  })
                }
                minLabel={euros(payment.minEuros * 100)}
                maxLabel={euros(payment.maxEuros * 100)}
                decrementLabel={t('simulator.payment.less', paymentStep)}
                incrementLabel={t('simulator.payment.more', paymentStep)}
              />
            )}
            {state.question === 'duree' ? null : (
              <RangeSlider
                name="duration"
                label={t('simulator.duration.label')}
                entryLabel={t('simulator.duration.entry')}
                suffix={t('simulator.duration.unit')}
                min={durations.minMonths}
                max={durations.maxMonths}
                step={SIMULATOR_DURATION.stepMonths}
                value={state.durationMonths}
                onChange={(value) => change({ durationMonths: value })}
                valueText={months(state.durationMonths)}
                format={String}
                parse={parseMonths}
                unreadable={t('simulator.unreadable', { example: count(SIMULATOR_DURATION.defaultMonths) })}
                adjusted={(_typed, taken) =>
                  t('simulator.duration.adjusted', {
                    min: months(durations.minMonths),
                    max: limits.maxDuration,
                    ...durationStep,
                    taken: months(taken),
                  })
                }
                minLabel={months(durations.minMonths)}
                maxLabel={months(durations.maxMonths)}
                decrementLabel={t('simulator.duration.less', durationStep)}
                incrementLabel={t('simulator.duration.more', durationStep)}
              />
            )}
            <div className="simulator-keep only-scripted">
              <div className="cluster">
                <Button
                  size="dense"
                  aria-disabled={isKept || isFull || undefined}
                  aria-describedby={`${id}-keep`}
                  onClick={keep}
                >
                  {t('simulator.keep.button')}
                </Button>
                <CopyButton
                  size="dense"
                  tone="quiet"
                  // Read when it is pressed: the address may be a quarter of a second behind the sliders.
                  text={() => new URL(path + writeState(state), location.href).href}
                  label={t('simulator.share.copy')}
                  copiedLabel={t('simulator.share.copied')}
                  onFail={() => toast({ tone: 'warning', title: t('simulator.share.failed') })}
                />
              </div>
              <p className="field-remark" id={`${id}-keep`}>
                {isKept ? t('simulator.keep.kept') : isFull ? t('simulator.keep.full') : null}
              </p>
            </div>
          </form>
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
      {state.kept.length > 0 ? (
        <Comparison
          product={state.product}
          answer={answer}
          kept={state.kept}
          onShow={show}
          onRemove={(removed) => change({ kept: state.kept.filter((_terms, index) => index !== removed) })}
        />
      ) : null}
      <Repayment answer={settled} product={state.product} />
      <Conditions />
    </div>
  );
}
