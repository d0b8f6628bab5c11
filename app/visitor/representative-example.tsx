import type { RepresentativeExample as Example } from '#domain/loans/products.ts';
import { useFormats } from '../i18n/format.ts';
import { useT } from '../i18n/t.ts';

/**
 * The six items that go with every figure of a credit (C. conso. L312-6). The TAEG, the instalments and the total due are larger than
 * the rest (L312-8).
 */
export function RepresentativeExample({ example }: { example: Example }) {
  const t = useT();
  const { amount, rate, percent, months } = useFormats();
  const euros = (amountMinor: number) => amount(amountMinor, 'EUR');
  const instalment = euros(example.instalmentMinor);
  const number = example.equalInstalments + 1;
  return (
    <div className="example">
      <p>
        <strong>{t('visitor.example.title')}</strong>
        <br />
        {t('visitor.example.loan', {
          amount: euros(example.amountMinor),
          duration: months(example.durationMonths),
          rate: rate(example.annualRateBps),
        })}
      </p>
      <p className="example-key tabular">
        <span>{t('visitor.example.taeg', { taeg: percent(example.taegPercent) })}</span>{' '}
        <span>
          {example.lastInstalmentMinor === example.instalmentMinor
            ? t('visitor.example.equalInstalments', { number, instalment })
            : t('visitor.example.instalments', {
                number,
                equal: example.equalInstalments,
                instalment,
                last: euros(example.lastInstalmentMinor),
              })}
        </span>{' '}
        <span>{t('visitor.example.total', { total: euros(example.totalDueMinor) })}</span>
      </p>
      <p>
        {t('visitor.example.rest', {
          fees: amount(
            example.feesMinor,
            'EUR',
            example.feesMinor % 100 === 0 ? { fractionDigits: 0 } : undefined,
          ),
        })}
      </p>
    </div>
  );
}
