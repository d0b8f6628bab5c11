import { type MouseEvent, memo, useEffect, useState } from 'react';
import type { Product } from '#domain/loans/products.ts';
import type { SimulationAnswer } from '#domain/loans/simulation.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { hasAccounts } from '../../page/institution.ts';
import { keepSimulation } from '../../page/kept-simulation.ts';
import { usePageAddress } from '../../page/page-address.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Figure } from '../../ui/figure.tsx';
import { CreditWarning } from '../legal-sentences.tsx';
import { isSignedInClient } from '../signed-in-client.ts';
import type { Question } from './state.ts';

/** Amounts that are whole are said without decimals: « 10 000 € », but « 10 176,55 € ». */
export function useEuros(): (amountMinor: number) => string {
  const { amount } = useFormats();
  return (amountMinor) =>
    amount(amountMinor, 'EUR', amountMinor % 100 === 0 ? { fractionDigits: 0 } : undefined);
}

/** The instalment, on a telephone fixed at the bottom of the screen while the sliders are visible. */
export const MonthlyResult = memo(function MonthlyResult({
  question,
  answer,
}: {
  question: Question;
  answer: SimulationAnswer;
}) {
  const t = useT();
  const euros = useEuros();
  const { months } = useFormats();
  return (
    <div className="simulator-monthly" data-floats>
      <p className="simulator-answer">
        {t(`simulator.result.answer.${question}`, {
          amount: euros(answer.amountMinor),
          duration: months(answer.durationMonths),
        })}
      </p>
      <Figure label={t('simulator.result.monthly')}>
        <Amount minor={answer.figures.monthlyPaymentMinor} currency="EUR" size="hero" />
      </Figure>
    </div>
  );
});

/** On to the request with what was simulated, or to an account. */
function ResultActions({ answer, product }: { answer: SimulationAnswer; product: Product }) {
  const t = useT();
  const query = new URLSearchParams({
    montant: String(answer.amountMinor / 100),
    duree: String(answer.durationMonths),
    produit: product.id,
  });
  const requestHref = usePageAddress()(`/demande-de-pret?${query}`);
  const keep = () =>
    keepSimulation({
      kind: 'loan',
      product: product.id,
      amountMinor: answer.amountMinor,
      durationMonths: answer.durationMonths,
    });
  /** A client continues in the client area, other visitors with the public form. */
  const continueToRequest = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    keep();
    void isSignedInClient().then((isClient) =>
      location.assign(isClient ? '/client-dashboard?new=loan' : requestHref),
    );
  };
  return (
    <div className="simulator-actions no-print">
      <LinkButton tone="primary" size="large" block href={requestHref} onClick={continueToRequest}>
        {t('simulator.result.submit')}
      </LinkButton>
      <LinkButton size="large" block href="/auth" onClick={keep}>
        {t(hasAccounts ? 'simulator.result.createAccount' : 'sign-in.intro.titleLender')}
      </LinkButton>
    </div>
  );
}

/** The other figures that the law requires beside an instalment, in its order of sizes (C. conso. L312-8). */
export const ResultDetails = memo(function ResultDetails({
  answer,
  product,
}: {
  answer: SimulationAnswer;
  product: Product;
}) {
  const t = useT();
  const euros = useEuros();
  const { percent, rate } = useFormats();
  return (
    <div className="simulator-details">
      <dl className="simulator-keys">
        <div>
          <dt>{t('simulator.result.taeg')}</dt>
          <dd className="tabular">{percent(answer.taegPercent)}</dd>
        </div>
        <div>
          <dt>
            {t('simulator.result.totalCost')}
            <span>{t('simulator.result.totalCostNote')}</span>
          </dt>
          <dd>
            <Amount minor={answer.figures.totalCostToUnitMinor} currency="EUR" fractionDigits={0} />
          </dd>
        </div>
      </dl>
      <DefinitionList
        look="ledger"
        items={[
          {
            key: 'interest',
            term: t('simulator.result.totalInterest'),
            value: (
              <Amount minor={answer.figures.totalInterestToUnitMinor} currency="EUR" fractionDigits={0} />
            ),
          },
          { key: 'rate', term: t('simulator.result.rate'), value: rate(answer.annualRateBps) },
          { key: 'fees', term: t('simulator.result.fees'), value: euros(product.feesMinor) },
        ]}
      />
      <CreditWarning />
      <p className="simulator-remark">
        {t('simulator.result.indicative')} {t('simulator.result.profile')}
      </p>
      <ResultActions answer={answer} product={product} />
    </div>
  );
});

const QUIET_MS = 500;

/** The result as a sentence for screen readers, announced once the sliders have rested for half a second. */
export const SpokenResult = memo(function SpokenResult({ answer }: { answer: SimulationAnswer }) {
  const t = useT();
  const euros = useEuros();
  const { amount, months, percent } = useFormats();
  const sentence = t('simulator.result.spoken', {
    monthly: amount(answer.figures.monthlyPaymentMinor, 'EUR'),
    amount: euros(answer.amountMinor),
    duration: months(answer.durationMonths),
    taeg: percent(answer.taegPercent),
    total: amount(answer.figures.totalCostToUnitMinor, 'EUR', { fractionDigits: 0 }),
  });
  // The initial result is not announced: only changes are.
  const [opening] = useState(sentence);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(
      () => setSpoken((before) => (before === '' && sentence === opening ? '' : sentence)),
      QUIET_MS,
    );
    return () => clearTimeout(timer);
  }, [sentence, opening]);
  return (
    <p className="visually-hidden" role="status">
      {spoken}
    </p>
  );
});
