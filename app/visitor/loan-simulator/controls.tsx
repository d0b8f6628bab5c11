import { memo, useId, useRef } from 'react';
import type { ProductId } from '#domain/loans/products.ts';
import { useT } from '../../i18n/t.ts';
import { useTypedBeforeHydration } from '../../page/before-hydration.ts';
import { priceList } from '../../page/price-list.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.ts';
import { AmountSlider, type Changing, DurationSlider, PaymentSlider, useReading } from './sliders.tsx';
import {
  choiceFor,
  MAX_KEPT,
  questions,
  snappedAmount,
  snappedDuration,
  writeChoice,
  writeState,
} from './state.ts';

/** The value to look for. */
function QuestionChoice({ state, change }: Changing) {
  const t = useT();
  const id = useId();
  return (
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
  );
}

/** Keeps the simulation beside others, and copies its address. */
function KeepAndShare({ state, change }: Changing) {
  const t = useT();
  const id = useId();
  const isKept = state.kept.some(
    (choice) => writeChoice(priceList, choice) === writeChoice(priceList, state),
  );
  const isFull = state.kept.length >= MAX_KEPT;
  const keep = () => {
    if (isKept || isFull) return;
    const { kept: _kept, ...shown } = state;
    change({ kept: [...state.kept, shown] });
    toast({ title: t('simulator.keep.done'), description: t('simulator.keep.doneText') });
  };
  return (
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
          text={() => new URL(location.pathname + writeState(priceList, state), location.href).href}
          label={t('simulator.share.copy')}
          copiedLabel={t('simulator.share.copied')}
          onFail={() => toast({ tone: 'warning', title: t('simulator.share.failed') })}
        />
      </div>
      <p className="field-remark" id={`${id}-keep`}>
        {isKept ? t('simulator.keep.kept') : isFull ? t('simulator.keep.full') : null}
      </p>
    </div>
  );
}

/** The form of the simulator. */
export const Controls = memo(function Controls({ state, change }: Changing) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const { wholeEuros, wholeMonths } = useReading();

  useTypedBeforeHydration(form, (values) => {
    // A slider and its entry are one value: what was touched last comes last.
    for (const [name, text] of values) {
      const euros = wholeEuros(text);
      const months = wholeMonths(text);
      const question = questions.find((known) => known === text);
      const product = priceList.products.find(({ id }) => id === text);
      if (name === 'question' && question) change({ question });
      else if (name === 'product' && product) change(choiceFor(priceList, product.id, state));
      else if (name.startsWith('amount') && euros !== null)
        change({ amountMinor: snappedAmount(priceList, state.product, euros * 100) });
      else if (name.startsWith('duration') && months !== null)
        change({ durationMonths: snappedDuration(priceList, state.product, months) });
    }
  });

  return (
    <form
      className="simulator-controls no-print"
      ref={form}
      aria-label={t('simulator.controls')}
      onSubmit={(event) => event.preventDefault()}
    >
      <QuestionChoice state={state} change={change} />
      <Select
        name="product"
        label={t('simulator.product')}
        width="md"
        options={priceList.products.map(({ id }) => ({
          value: id,
          label: t(`simulator.conditions.products.${id}`),
        }))}
        value={state.product}
        onChange={(event) => change(choiceFor(priceList, event.target.value as ProductId, state))}
      />
      {state.question === 'montant' ? null : <AmountSlider state={state} change={change} />}
      {state.question === 'mensualite' ? null : <PaymentSlider state={state} change={change} />}
      {state.question === 'duree' ? null : <DurationSlider state={state} change={change} />}
      <KeepAndShare state={state} change={change} />
    </form>
  );
});
