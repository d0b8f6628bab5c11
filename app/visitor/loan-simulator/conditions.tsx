import { DEBT_RATIO_POLICY_BPS } from '#domain/loans/affordability.ts';
import { overallTerms, type Product, termsOf } from '#domain/loans/products.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { priceList } from '../../page/price-list.ts';
import { Section } from '../../ui/layout.tsx';
import { Table } from '../../ui/table.tsx';
import { NoPaymentBeforeLoan } from '../legal-sentences.tsx';
import { isIntermediary, PathOfLoans } from '../path-of-loans.tsx';
import { useEuros } from './result.tsx';

function ProductTable() {
  const t = useT();
  const euros = useEuros();
  const { rate, percent, months } = useFormats();
  const range = (from: string, to: string) => t('simulator.conditions.range', { from, to });
  return (
    <Table<Product>
      caption={t('simulator.conditions.caption')}
      rows={priceList.products}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'product',
          header: t('simulator.conditions.product'),
          cell: ({ id }) => t(`simulator.conditions.products.${id}`),
          rowHeader: true,
        },
        {
          key: 'amount',
          header: t('simulator.conditions.amount'),
          cell: (product) => {
            const { minAmountMinor, maxAmountMinor } = termsOf(priceList, product);
            return range(euros(minAmountMinor), euros(maxAmountMinor));
          },
          numeric: true,
        },
        {
          key: 'duration',
          header: t('simulator.conditions.duration'),
          cell: (product) => {
            const { minMonths, maxMonths } = termsOf(priceList, product);
            return range(String(minMonths), months(maxMonths));
          },
          numeric: true,
        },
        {
          key: 'rate',
          header: t('simulator.conditions.rate'),
          cell: (product) => {
            const { minRateBps, maxRateBps } = termsOf(priceList, product);
            return range(rate(minRateBps), rate(maxRateBps));
          },
          numeric: true,
        },
        {
          key: 'taeg',
          header: t('simulator.conditions.taeg'),
          cell: (product) => {
            const { minTaegPercent, maxTaegPercent } = termsOf(priceList, product);
            return <strong>{range(percent(minTaegPercent), percent(maxTaegPercent))}</strong>;
          },
          numeric: true,
        },
      ]}
    />
  );
}

/**
 * The general conditions, computed from the product table so that no page differs from it. An intermediary has none of its own: what stays is the
 * table and what the law says of every lender's loans (LC-6).
 */
export function Conditions() {
  const t = useT();
  const euros = useEuros();
  const { rate, percent } = useFormats();
  const overall = overallTerms(priceList);
  return (
    <Section
      data-below
      tone="sunk"
      title={t('simulator.conditions.title')}
      lead={isIntermediary ? undefined : t('simulator.conditions.lead')}
    >
      <div className="stack" data-gap="5">
        <div className="simulator-products">
          <ProductTable />
        </div>
        {isIntermediary ? null : <p>{t('simulator.conditions.rates', { rate: rate(overall.maxRateBps) })}</p>}
        <ul className="simulator-conditions">
          {isIntermediary ? null : (
            <>
              <li>{t('simulator.conditions.fees', { amount: euros(overall.feesMinor) })}</li>
              <li>{t('simulator.conditions.early')}</li>
            </>
          )}
          <li>{t('simulator.conditions.withdrawal')}</li>
          <li>{t('simulator.conditions.payout')}</li>
          {isIntermediary ? null : (
            <li>{t('simulator.conditions.debtRatio', { ratio: percent(DEBT_RATIO_POLICY_BPS / 100, 0) })}</li>
          )}
          <li>{t('simulator.conditions.insurance')}</li>
        </ul>
        <PathOfLoans />
        <NoPaymentBeforeLoan />
        {isIntermediary ? null : (
          <p>
            <a href="/mentions-legales">{t('simulator.conditions.more')}</a>
          </p>
        )}
      </div>
    </Section>
  );
}
