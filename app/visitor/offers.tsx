import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ComponentType } from 'react';
import type { Texts } from '#content/texts.ts';
import type { ProductId } from '#domain/loans/products.ts';
import { useT } from '../i18n/t.ts';
import { hasAccounts } from '../page/institution.ts';
import { PageHead } from '../page/page-head.tsx';
import { PageText } from '../page/page-text.tsx';
import { LinkButton } from '../ui/button.tsx';
import { CarDrawing } from '../ui/drawings/car.tsx';
import { CoinsDrawing } from '../ui/drawings/coins.tsx';
import type { DrawingProps } from '../ui/drawings/drawing.tsx';
import { HouseDrawing } from '../ui/drawings/house.tsx';
import { StreamsDrawing } from '../ui/drawings/streams.tsx';
import { Cluster, Page, PageTitle, Section } from '../ui/layout.tsx';
import { CreditWarning, NoPaymentBeforeLoan } from './legal-sentences.tsx';
import { isIntermediary, PathOfLoans, useIntermediary } from './path-of-loans.tsx';
import { Blocks } from './prose.tsx';
import { RepresentativeExample } from './representative-example.tsx';

const drawings: Record<ProductId, ComponentType<DrawingProps>> = {
  personal: CoinsDrawing,
  auto: CarDrawing,
  consolidation: StreamsDrawing,
  project: HouseDrawing,
};

function Ways() {
  const t = useT();
  return (
    <Cluster>
      <LinkButton tone="primary" href="/simulateur">
        {t('offers.simulate')}
      </LinkButton>
      <LinkButton href="/client-signup">
        {t(hasAccounts ? 'offers.signUp' : 'sign-in.intro.titleLender')}
      </LinkButton>
    </Cluster>
  );
}

function OfferCard({ product, title, lead, body, example }: Texts['offers'][number]) {
  const t = useT();
  const Drawing = drawings[product];
  return (
    <article className="card offer" id={product}>
      <div className="offer-head">
        <Drawing size={72} />
        <div>
          <h2 className="section-title">{title}</h2>
          <p className="offer-lead">{lead}</p>
        </div>
      </div>
      <div className="checks">
        <Blocks blocks={body} />
      </div>
      <div className="offer-example">
        <RepresentativeExample example={example} />
      </div>
      <p>
        <a
          className="offer-link"
          href={`/simulateur?montant=${example.amountMinor / 100}&duree=${example.durationMonths}&produit=${product}`}
        >
          {t(`offers.simulateOne.${product}`)}
          <ArrowRight aria-hidden="true" />
        </a>
      </p>
    </article>
  );
}

/** The terms that all loans of the house share. */
function StandardConditions() {
  return (
    <PageText name="conditions">
      {(conditions) => (
        <>
          <div className="section-head">
            <h2 className="section-title">{conditions.title}</h2>
            <p className="section-lead">{conditions.lead}</p>
          </div>
          <div className="offers-conditions">
            <div className="checks">
              <Blocks blocks={conditions.body} />
            </div>
            <RepresentativeExample example={conditions.example} />
          </div>
        </>
      )}
    </PageText>
  );
}

export default function Offers() {
  const t = useT();
  const intermediary = useIntermediary();
  // The loans and their terms are those of the lenders, where this house does not lend (LC-6).
  const title = isIntermediary ? t('visitor.links.loans') : t('offers.title');
  return (
    <>
      <PageHead title={title} description={t('offers.description')} path="/prets" />
      <Page className="above-section">
        <PageTitle lead={isIntermediary ? intermediary.text : t('offers.lead')}>{title}</PageTitle>
        <div className="offers-ways">
          <Ways />
        </div>
        <PageText name="offers" className="offers">
          {(offers) => offers.map((offer) => <OfferCard key={offer.product} {...offer} />)}
        </PageText>
        <div className="offers-law">
          <CreditWarning />
        </div>
      </Page>
      <Section tone="sunk">
        {isIntermediary ? null : <StandardConditions />}
        <div className="stack offers-end" data-gap="5">
          {isIntermediary ? null : <PathOfLoans />}
          <NoPaymentBeforeLoan />
          {isIntermediary ? null : (
            <p>
              <a href="/mentions-legales#conditions">{t('offers.terms')}</a>
            </p>
          )}
        </div>
      </Section>
    </>
  );
}
