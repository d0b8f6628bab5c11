import Clock from 'lucide-react/icons/clock';
import ExternalLink from 'lucide-react/icons/external-link';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { useRef, useState } from 'react';
import {
  CONTACT_SUBJECTS,
  type ContactInput,
  type ContactWords,
  contactInput,
  contactSubject,
  contactText,
} from '#domain/enquiries/contact.ts';
import { useScreenForm } from '../form/form.ts';
import { closedDays, formatOpeningHours } from '../i18n/opening-hours.ts';
import { useWords } from '../i18n/t.ts';
import { institution, isDemo } from '../page/institution.ts';
import { PageHead } from '../page/page-head.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Page, PageTitle } from '../ui/layout.tsx';
import { MenuList, Popover } from '../ui/popover.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toasts.ts';
import { EnquiryForm, namedProblems, useRefusalToast } from './enquiry-form.tsx';
import { useKeptTyping } from './kept-typing.ts';
import { MapDrawing } from './map-drawing.tsx';
import { ReachChoices } from './reach-choices.tsx';
import { AfterSending, SendDialog, type Sent, useSendingWords } from './send-choice.tsx';

const empty = { nom: '', email: '', objet: '', message: '' };

function useContactWords(): ContactWords {
  const { t } = useWords();
  return {
    title: t('contact.mail.title'),
    none: t('contact.mail.none'),
    fields: {
      nom: t('contact.form.nom'),
      email: t('contact.form.email'),
      objet: t('contact.form.objet'),
      message: t('contact.form.message'),
    },
    subjects: {
      'demande-pret': t('contact.subjects.demande-pret'),
      'suivi-dossier': t('contact.subjects.suivi-dossier'),
      'question-generale': t('contact.subjects.question-generale'),
      reclamation: t('contact.subjects.reclamation'),
      remboursement: t('contact.subjects.remboursement'),
      autre: t('contact.subjects.autre'),
    },
  };
}

function ContactForm() {
  const { t, tKey } = useWords();
  const words = useContactWords();
  const element = useRef<HTMLFormElement>(null);
  const form = useScreenForm({ initial: empty, schema: contactInput });
  const { forget } = useKeptTyping('contact', element, form);
  const [ready, setReady] = useState<ContactInput | null>(null);
  useRefusalToast(form, () => (form.hasMissing ? { title: t('contact.missing') } : null));
  const withWords = useSendingWords();
  const [left, setLeft] = useState<Sent | null>(null);
  const sent = (how: Sent) => {
    setReady(null);
    setLeft(how);
    form.reset(empty);
    forget();
    toast({ title: t(`contact.sent.${how.channel}`) });
  };
  return (
    <>
      {left ? <AfterSending sent={left} onSent={setLeft} onDismiss={() => setLeft(null)} /> : null}
      <EnquiryForm
        element={element}
        label={t('contact.form.title')}
        onSubmit={form.onSubmit((input) => withWords(() => setReady(input)))}
        attempt={form.attempt}
        problems={namedProblems(form.problems, words.fields)}
      >
        <div className="form-row">
          <TextField label={t('contact.form.nom')} required autoComplete="name" {...form.field('nom')} />
          <TextField
            type="email"
            label={t('contact.form.email')}
            required
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('email')}
          />
        </div>
        <Select
          label={t('contact.form.objet')}
          required
          placeholder={t('contact.form.choose')}
          options={CONTACT_SUBJECTS.map((value) => ({ value, label: words.subjects[value] }))}
          {...form.field('objet')}
        />
        <TextArea label={t('contact.form.message')} required rows={6} {...form.field('message')} />
        <div className="form-actions">
          <Button type="submit" tone="primary" size="large">
            {t('contact.form.submit')}
          </Button>
        </div>
        <p className="form-legend">{tKey('validation.form.kept')}</p>
      </EnquiryForm>
      <SendDialog
        enquiry={
          ready && {
            kind: 'contact',
            name: ready.nom,
            email: ready.email,
            subject: contactSubject(ready, institution.brandName, words),
            text: contactText(ready, words),
          }
        }
        onClose={() => setReady(null)}
        onSent={sent}
      />
    </>
  );
}

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

function UrgentHelp() {
  const { t } = useWords();
  const { phone, brandName } = institution;
  return (
    <Card title={t('contact.urgent.title')} id="aide-urgente">
      <div className="stack">
        <p>
          <strong>{t('contact.urgent.card.title')}</strong> {t('contact.urgent.card.text')}{' '}
          <a className="nowrap" href={CARD_OPPOSITION.href}>
            {t('contact.urgent.card.call', { phone: CARD_OPPOSITION.display })}
          </a>
        </p>
        <p>{t('contact.urgent.card.then')}</p>
        <p>{t('contact.urgent.text')}</p>
        <div className="cluster only-scripted">
          <Popover
            label={t('contact.urgent.open')}
            panelLabel={t('contact.urgent.popup')}
            placement="top-start"
          >
            <MenuList>
              <ReachChoices
                subject={`${brandName} - ${t('contact.urgent.subject')}`}
                text={t('contact.urgent.message')}
                labels={{ email: t('contact.urgent.email'), messaging: t('contact.urgent.messaging') }}
              />
            </MenuList>
          </Popover>
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
          <ContactForm />
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
