import Clock from 'lucide-react/icons/clock';
import ExternalLink from 'lucide-react/icons/external-link';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { closedDays, formatOpeningHours } from '../i18n/opening-hours.ts';
import { useWords } from '../i18n/t.ts';
import { hasAccounts, institution, isDemo } from '../page/institution.ts';
import { Island } from '../page/island.tsx';
import { PageHead } from '../page/page-head.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { MenuList } from '../ui/popover.tsx';
import { NoPaymentBeforeLoan } from './legal-sentences.tsx';
import { MapDrawing } from './map-drawing.tsx';
import { ReachChoices } from './reach-choices.tsx';

function Details() {
  const { t, locale } = useWords();
  const { phone, email, address, openingHours } = institution;
  const closed = closedDays(openingHours, locale);
  return (
    <Card title={t('contact.details.title')}>
      <ul className="contact-details">
        <li>
          <Phone aria-hidden="true" />
          <p>
            <span className="contact-label">{t('contact.details.phone')}</span>
            <a className="tabular" href={phone.href}>
              {phone.display}
            </a>
          </p>
        </li>
        <li>
          <Mail aria-hidden="true" />
          <p>
            <span className="contact-label">{t('contact.details.email')}</span>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        </li>
        <li>
          <MapPin aria-hidden="true" />
          <p>
            <span className="contact-label">{t('contact.details.address')}</span>
            {address.street}
            <br />
            {address.postalCode} {address.city}, {address.country}
          </p>
        </li>
        <li>
          <Clock aria-hidden="true" />
          <div>
            <p className="contact-label">{t('contact.details.hours')}</p>
            {formatOpeningHours(openingHours, locale).map((line) => (
              <p key={line} className="contact-hours tabular">
                {line}
              </p>
            ))}
            {closed.length > 0 ? (
              <p className="contact-hours">
                {t('contact.details.closed', { days: new Intl.ListFormat(locale).format(closed) })}
              </p>
            ) : null}
          </div>
        </li>
      </ul>
      {isDemo ? <p className="fictional">{t('contact.fictional')}</p> : null}
    </Card>
  );
}

/** A drawing and a link: an embedded map would disclose the visitor to another site. */
function MapCard() {
  const { t } = useWords();
  return (
    <Card className="map-card" flush>
      <MapDrawing />
      <div className="map-card-text">
        <h2 className="card-title">{t('contact.map.title')}</h2>
        <p>{t('contact.map.text')}</p>
        <LinkButton
          href={institution.mapUrl}
          target="_blank"
          rel="noreferrer"
          iconEnd={<ExternalLink aria-hidden="true" />}
        >
          {t('contact.map.open')}
        </LinkButton>
      </div>
    </Card>
  );
}

/**
 * The card-blocking service shared by French banks, open day and night; numbers that begin with 0 892 are surcharged. A card must be blocked
 * without delay (CMF L133-17), which opening hours would prevent.
 */
const CARD_OPPOSITION = { display: '0 892 705 705', href: 'tel:+33892705705' } as const;

const urgentPanel = 'urgent-choices';

function UrgentHelp() {
  const { t } = useWords();
  const { phone, brandName } = institution;
  return (
    <Card title={t('contact.urgent.title')} id="aide-urgente">
      <div className="stack">
        {/* A house without accounts gives no card (LC-6). */}
        {hasAccounts ? (
          <>
            <p>
              <strong>{t('contact.urgent.card.title')}</strong> {t('contact.urgent.card.text')}{' '}
              <a className="nowrap" href={CARD_OPPOSITION.href}>
                {t('contact.urgent.card.call', { phone: CARD_OPPOSITION.display })}
              </a>
            </p>
            <p>{t('contact.urgent.card.then')}</p>
          </>
        ) : null}
        <p>{t('contact.urgent.text')}</p>
        <div className="cluster">
          <button type="button" className="btn" popoverTarget={urgentPanel}>
            <span className="btn-label">{t('contact.urgent.open')}</span>
          </button>
          <section
            className="popover header-panel"
            id={urgentPanel}
            popover="auto"
            aria-label={t('contact.urgent.popup')}
          >
            <MenuList>
              <ReachChoices
                subject={`${brandName} - ${t('contact.urgent.subject')}`}
                text={t('contact.urgent.message')}
                labels={{ email: t('contact.urgent.email'), messaging: t('contact.urgent.messaging') }}
              />
            </MenuList>
          </section>
        </div>
        <p>
          <a href={phone.href}>{t('contact.urgent.call', { phone: phone.display })}</a>
          <br />
          <a href="/verifier">{t('contact.urgent.scam')}</a>
        </p>
      </div>
    </Card>
  );
}

export default function Contact() {
  const { t } = useWords();
  return (
    <Page>
      <PageHead
        title={t('contact.title')}
        description={t('contact.description', { name: institution.brandName })}
        path="/contact"
      />
      <PageTitle lead={t('contact.lead')}>{t('contact.title')}</PageTitle>
      <div className="enquiry-frame">
        <section aria-labelledby="contact-form-title">
          <h2 className="enquiry-title" id="contact-form-title">
            {t('contact.form.title')}
          </h2>
          <Island name="contact-form" />
          <NoPaymentBeforeLoan />
        </section>
        <aside className="enquiry-aside" aria-label={t('contact.details.title')}>
          <Details />
          <MapCard />
          <UrgentHelp />
        </aside>
      </div>
    </Page>
  );
}
