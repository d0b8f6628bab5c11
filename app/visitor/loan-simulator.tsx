import { simulatorBounds } from '#domain/loans/simulation.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { priceList } from '../page/price-list.ts';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Conditions } from './loan-simulator/conditions.tsx';
import { useEuros } from './loan-simulator/result.tsx';

export default function LoanSimulator() {
  const { t } = useWords();
  const euros = useEuros();
  const { count, months } = useFormats();
  const { amount, duration } = simulatorBounds(priceList);
  const limits = {
    minAmount: euros(amount.minMinor),
    maxAmount: euros(amount.maxMinor),
    minDuration: count(duration.minMonths),
    maxDuration: months(duration.maxMonths),
  };
  return (
    <div className="simulator">
      <PageHead
        title={t('simulator.title')}
        description={t('simulator.description', limits)}
        path="/simulateur"
      />
      <Page className="simulator-head">
        <PageTitle lead={t('simulator.lead')}>{t('simulator.title')}</PageTitle>
        <noscript>
          <Notice>{t('simulator.noScript', { phone: institution.phone.display })}</Notice>
        </noscript>
      </Page>
      <Island name="loan-simulator" hasAmounts />
      <Conditions />
    </div>
  );
}
