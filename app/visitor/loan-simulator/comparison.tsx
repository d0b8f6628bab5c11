import { useMemo } from 'react';
import type { ProductId } from '#domain/loans/products.ts';
import type { SimulationAnswer } from '#domain/loans/simulation.ts';
import { useFormats } from '../../i18n/format.ts';
import { type Translate, useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { priceList } from '../../page/price-list.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/layout.tsx';
import { useEuros } from './result.tsx';
import { answerOf, type Choice, writeChoice } from './state.ts';

/** « 24,30 € de plus par mois », « le même total ». */
function gap(
  t: Translate,
  what: 'monthly' | 'total',
  differenceMinor: number,
  euros: (amountMinor: number) => string,
): string {
  if (differenceMinor === 0) return t(`simulator.comparison.${what}Same`);
  const amount = euros(Math.abs(differenceMinor));
  return differenceMinor > 0
    ? t(`simulator.comparison.${what}More`, { amount })
    : t(`simulator.comparison.${what}Less`, { amount });
}

/** The instalment or the whole cost, and how far it is from that of the simulation shown. */
function ComparedAmount({
  what,
  minor,
  reference,
}: {
  what: 'monthly' | 'total';
  minor: number;
  reference: number | undefined;
}) {
  const t = useT();
  const euros = useEuros();
  return (
    <div data-key>
      <dt>{t(what === 'monthly' ? 'simulator.comparison.monthly' : 'simulator.comparison.totalCost')}</dt>
      <dd>
        <Amount minor={minor} currency="EUR" fractionDigits={what === 'monthly' ? undefined : 0} />
      </dd>
      {reference === undefined ? null : (
        <dd className="scenario-gap">{gap(t, what, minor - reference, euros)}</dd>
      )}
    </div>
  );
}

interface ScenarioProps {
  title: string;
  product: ProductId;
  answer: SimulationAnswer;
  /** The simulation shown, when this is another one. */
  reference?: SimulationAnswer;
  onShow?: () => void;
  onRemove?: () => void;
}

function Scenario({ title, product, answer, reference, onShow, onRemove }: ScenarioProps) {
  const t = useT();
  const euros = useEuros();
  const { percent, months } = useFormats();
  const { figures } = answer;
  const terms = t('simulator.comparison.terms', {
    amount: euros(answer.amountMinor),
    duration: months(answer.durationMonths),
  });
  return (
    <li className="scenario" data-current={reference === undefined || undefined}>
      <h3 className="scenario-title">
        <span className="scenario-name">{title}</span> {terms}
      </h3>
      <dl>
        <ComparedAmount
          what="monthly"
          minor={figures.monthlyPaymentMinor}
          reference={reference?.figures.monthlyPaymentMinor}
        />
        <ComparedAmount
          what="total"
          minor={figures.totalCostToUnitMinor}
          reference={reference?.figures.totalCostToUnitMinor}
        />
        <div data-key>
          <dt>{t('simulator.comparison.taeg')}</dt>
          <dd className="tabular">{percent(answer.taegPercent)}</dd>
        </div>
        <div>
          <dt>{t('simulator.comparison.product')}</dt>
          <dd>{t(`simulator.conditions.products.${product}`)}</dd>
        </div>
        <div>
          <dt>{t('simulator.comparison.totalInterest')}</dt>
          <dd>
            <Amount minor={figures.totalInterestToUnitMinor} currency="EUR" fractionDigits={0} />
          </dd>
        </div>
      </dl>
      {onShow && onRemove ? (
        <div className="cluster no-print">
          <Button size="dense" onClick={onShow} aria-label={t('simulator.comparison.showLabel', { terms })}>
            {t('simulator.comparison.show')}
          </Button>
          <Button
            size="dense"
            tone="quiet"
            onClick={onRemove}
            aria-label={t('simulator.comparison.removeLabel', { terms })}
          >
            {t('simulator.comparison.remove')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** Up to three simulations side by side: the one shown and those kept. */
export function Comparison({
  product,
  answer,
  kept,
  onShow,
  onRemove,
}: {
  product: ProductId;
  answer: SimulationAnswer;
  kept: readonly Choice[];
  onShow: (index: number) => void;
  onRemove: (index: number) => void;
}) {
  const t = useT();
  const others = useMemo(
    () =>
      kept.map((choice) => ({
        word: writeChoice(priceList, choice),
        product: choice.product,
        answer: answerOf(priceList, choice),
      })),
    [kept],
  );
  return (
    <Section
      id="comparaison"
      tone="sunk"
      title={t('simulator.comparison.title')}
      lead={t('simulator.comparison.lead')}
    >
      <ol className="scenarios">
        <Scenario title={t('simulator.comparison.current')} product={product} answer={answer} />
        {others.map(({ word, product: otherProduct, answer: other }, index) => (
          <Scenario
            key={word}
            title={t('simulator.comparison.kept', { number: index + 1 })}
            product={otherProduct}
            answer={other}
            reference={answer}
            onShow={() => onShow(index)}
            onRemove={() => onRemove(index)}
          />
        ))}
      </ol>
    </Section>
  );
}
