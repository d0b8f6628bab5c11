import { publicLoanLimits } from '#domain/enquiries/public-loan-request.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { priceList } from '../page/price-list.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { NoPaymentBeforeLoan } from './legal-sentences.tsx';
import { isIntermediary, PathOfLoans, useIntermediary } from './path-of-loans.tsx';

const { minMinor, maxMinor } = publicLoanLimits(priceList);

export default function LoanRequest() {
  const { t } = useWords();
  const { amount } = useFormats();
  const intermediary = useIntermediary();
  const euros = (amountMinor: number) => amount(amountMinor, 'EUR', { fractionDigits: 0 });
  return (
    <Page>
      <PageHead
        title={t('loan-request.title')}
        description={t('loan-request.description', {
          min: euros(minMinor),
          max: euros(maxMinor),
        })}
        path="/demande-de-pret"
      />
      <PageTitle lead={t('loan-request.lead')}>{t('loan-request.title')}</PageTitle>
      <div className="enquiry-frame">
        <Island name="loan-request-form" hasAmounts />
        <aside className="enquiry-aside" aria-label={t('loan-request.next.title')}>
          <Card title={t('loan-request.next.title')}>
            <Stepper
              look="list"
              label={t('loan-request.next.title')}
              steps={[
                {
                  key: 'sent',
                  title: t('loan-request.next.sent'),
                  description: t('loan-request.next.sentNote'),
                },
                // What a lender decides is promised by nobody else (LC-6).
                ...(isIntermediary
                  ? [{ key: 'transmitted', title: intermediary.step, description: intermediary.text }]
                  : [
                      {
                        key: 'studied',
                        title: t('loan-request.next.studied'),
                        description: t('loan-request.next.studiedNote'),
                      },
                      {
                        key: 'decided',
                        title: t('loan-request.next.decided'),
                        description: t('loan-request.next.decidedNote'),
                      },
                    ]),
              ]}
            />
          </Card>
          {isIntermediary ? null : <PathOfLoans />}
          <NoPaymentBeforeLoan />
          <div className="stack" data-gap="2">
            <p>{t('loan-request.simulate.text')}</p>
            <p>
              <LinkButton href="/simulateur">{t('loan-request.simulate.link')}</LinkButton>
            </p>
          </div>
        </aside>
      </div>
    </Page>
  );
}
