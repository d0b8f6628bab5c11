import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { formatOpeningHours } from '../i18n/opening-hours.ts';
import { useWords } from '../i18n/t.ts';
import { institution } from '../page/institution.ts';
import { PageHead } from '../page/page-head.tsx';
import { PageText } from '../page/page-text.tsx';
import { Accordion } from '../ui/accordion.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Cluster, Page, PageTitle } from '../ui/layout.tsx';
import { WhoLends } from './path-of-loans.tsx';
import { Blocks } from './prose.tsx';

/** Rendered in the page and folded by the browser, so that search engines and in-page search find the answers. */
export default function Faq() {
  const { t, locale } = useWords();
  return (
    <>
      <PageHead title={t('faq.title')} description={t('faq.description')} path="/faq" />
      <Page>
        <PageTitle lead={t('faq.lead')}>{t('faq.title')}</PageTitle>
        <WhoLends />
        <PageText name="faq" className="faq">
          {(groups) => (
            <>
              <nav className="faq-groups" aria-label={t('faq.groups')}>
                <ol>
                  {groups.map(({ id, title }) => (
                    <li key={id}>
                      <a href={`#${id}`}>{title}</a>
                    </li>
                  ))}
                </ol>
              </nav>
              <div className="faq-questions">
                {groups.map(({ id, title, lead, questions }) => (
                  <section key={id} id={id} aria-labelledby={`${id}-title`}>
                    <h2 className="section-title" id={`${id}-title`}>
                      {title}
                    </h2>
                    <p className="faq-lead">{lead}</p>
                    {/* One `name` for the whole page: one answer is open at a time, across groups. */}
                    <Accordion
                      name="faq"
                      items={questions.map((one) => ({
                        id: one.id,
                        title: one.question,
                        content: <Blocks blocks={one.answer} />,
                      }))}
                    />
                  </section>
                ))}
              </div>
            </>
          )}
        </PageText>
        <section className="card help" data-ledge aria-labelledby="faq-help">
          <div>
            <h2 className="section-title" id="faq-help">
              {t('faq.help.title')}
            </h2>
            <p>{t('faq.help.text')}</p>
            {formatOpeningHours(institution.openingHours, locale).map((line) => (
              <p key={line} className="help-hours">
                {line}
              </p>
            ))}
          </div>
          <Cluster>
            <LinkButton tone="primary" href={institution.phone.href} icon={<Phone aria-hidden="true" />}>
              {t('faq.help.phone', { phone: institution.phone.display })}
            </LinkButton>
            <LinkButton
              href={`mailto:${institution.customerServiceEmail}`}
              icon={<Mail aria-hidden="true" />}
            >
              {t('faq.help.email')}
            </LinkButton>
          </Cluster>
        </section>
      </Page>
    </>
  );
}
