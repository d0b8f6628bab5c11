import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/t.ts';
import { hasAccounts, institution, localized } from '../../page/institution.ts';
import { shownClaims } from '../../page/marketing-claims.ts';
import { Button } from '../../ui/button.tsx';
import { CardDrawing } from '../../ui/drawings/card.tsx';
import { ClockDrawing } from '../../ui/drawings/clock.tsx';
import { DocumentDrawing } from '../../ui/drawings/document.tsx';
import { SearchDrawing } from '../../ui/drawings/search.tsx';
import { ShieldDrawing } from '../../ui/drawings/shield.tsx';
import { Section } from '../../ui/layout.tsx';
import { LinkCard } from '../../ui/link-card.tsx';
import { isIntermediary } from '../path-of-loans.tsx';

const replyTime = shownClaims.find(({ id }) => id === 'reply-time');

function Way({ children }: { children: ReactNode }) {
  return (
    <span className="service-way">
      {children}
      <ArrowRight aria-hidden="true" />
    </span>
  );
}

/** A card is asked for by who has, or opens, an account that it pays from. */
function CardService() {
  const { t } = useWords();
  return (
    <article className="card service-card">
      <div className="card-body">
        <div>
          <h3 className="card-title">{t('home-sections.services.card.title')}</h3>
          <p>{t('home-sections.services.card.text')}</p>
          <Button className="only-scripted" tone="primary" data-asks="card-request">
            {t('home-sections.services.card.action')}
          </Button>
          <noscript>
            <a href={`mailto:${institution.customerServiceEmail}`}>
              {t('home-sections.services.card.noScript')}
            </a>
          </noscript>
        </div>
        <CardDrawing size={144} />
      </div>
    </article>
  );
}

export function Services() {
  const { t, language } = useWords();
  return (
    <Section
      title={t('home-sections.services.title')}
      // « To the last repayment », which is made to the lender (LC-6).
      lead={isIntermediary ? undefined : t('home-sections.services.lead')}
    >
      <div className="services">
        {hasAccounts ? <CardService /> : null}
        <LinkCard
          href="/verifier"
          title={t('home-sections.services.security.title')}
          icon={<ShieldDrawing size={64} />}
          footer={<Way>{t('home-sections.services.security.action')}</Way>}
        >
          {t('home-sections.services.security.text')}
        </LinkCard>
        <LinkCard
          href="/contact"
          title={
            replyTime
              ? t('home-sections.services.reply.titleTimed', { time: localized(replyTime.figure, language) })
              : t('home-sections.services.reply.title')
          }
          icon={<ClockDrawing size={64} />}
          footer={<Way>{t('home-sections.services.reply.action')}</Way>}
        >
          {t(isIntermediary ? 'contact.lead' : 'home-sections.services.reply.text')}
          {replyTime?.fictional ? (
            <>
              {' '}
              <span className="fictional-mark">{t('home-sections.fictional')}</span>
            </>
          ) : null}
        </LinkCard>
        <LinkCard
          href="/client-personal-info"
          title={t('home-sections.services.online.title')}
          icon={<DocumentDrawing size={64} />}
          footer={<Way>{t('home-sections.services.online.action')}</Way>}
        >
          {t('home-sections.services.online.text')}
        </LinkCard>
        <LinkCard
          href="/prets"
          title={t('home-sections.services.transparency.title')}
          icon={<SearchDrawing size={64} />}
          footer={<Way>{t('home-sections.services.transparency.action')}</Way>}
        >
          {t('home-sections.services.transparency.text')}
        </LinkCard>
      </div>
    </Section>
  );
}
