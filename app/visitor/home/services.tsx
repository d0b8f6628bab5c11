import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { renderableClaims } from '#content/institution/claims.ts';
import { useWords } from '../../i18n/t.ts';
import { institution, localized } from '../../institution.ts';
import { Button } from '../../ui/button.tsx';
import { LinkCard } from '../../ui/card.tsx';
import {
  CardDrawing,
  ClockDrawing,
  DocumentDrawing,
  SearchDrawing,
  ShieldDrawing,
} from '../../ui/drawings.tsx';
import { Section } from '../../ui/layout.tsx';
import { openCardRequest } from '../card-request.ts';

const replyTime = renderableClaims(institution).find(({ id }) => id === 'reply-time');

function Way({ children }: { children: ReactNode }) {
  return (
    <span className="service-way">
      {children}
      <ArrowRight aria-hidden="true" />
    </span>
  );
}

export function Services() {
  const { t, language } = useWords();
  return (
    <Section title={t('home.services.title')} lead={t('home.services.lead')}>
      <div className="services">
        <article className="card service-card">
          <div className="card-body">
            <div>
              <h3 className="card-title">{t('home.services.card.title')}</h3>
              <p>{t('home.services.card.text')}</p>
              <Button className="only-scripted" tone="primary" onClick={openCardRequest}>
                {t('home.services.card.action')}
              </Button>
              <noscript>
                <a href={`mailto:${institution.customerServiceEmail}`}>{t('home.services.card.noScript')}</a>
              </noscript>
            </div>
            <CardDrawing size={144} />
          </div>
        </article>
        <LinkCard
          href="/verifier"
          title={t('home.services.security.title')}
          icon={<ShieldDrawing size={64} />}
          footer={<Way>{t('home.services.security.action')}</Way>}
        >
          {t('home.services.security.text')}
        </LinkCard>
        <LinkCard
          href="/contact"
          title={
            replyTime
              ? t('home.services.reply.titleTimed', { time: localized(replyTime.figure, language) })
              : t('home.services.reply.title')
          }
          icon={<ClockDrawing size={64} />}
          footer={<Way>{t('home.services.reply.action')}</Way>}
        >
          {t('home.services.reply.text')}
          {replyTime?.fictional ? (
            <>
              {' '}
              <span className="fictional-mark">{t('home.fictional')}</span>
            </>
          ) : null}
        </LinkCard>
        <LinkCard
          href="/client-personal-info"
          title={t('home.services.online.title')}
          icon={<DocumentDrawing size={64} />}
          footer={<Way>{t('home.services.online.action')}</Way>}
        >
          {t('home.services.online.text')}
        </LinkCard>
        <LinkCard
          href="/prets"
          title={t('home.services.transparency.title')}
          icon={<SearchDrawing size={64} />}
          footer={<Way>{t('home.services.transparency.action')}</Way>}
        >
          {t('home.services.transparency.text')}
        </LinkCard>
      </div>
    </Section>
  );
}
