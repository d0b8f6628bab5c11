import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { registrations } from '#content/institution-values.ts';
import { isBank } from '#domain/accounts/held-accounts.ts';
import { formatOpeningHours } from '../i18n/opening-hours.ts';
import { useWords } from '../i18n/t.ts';
import { Brand } from '../page/brand.tsx';
import { hasAccounts, institution, isDemo } from '../page/institution.ts';
import { isIntermediary, useIntermediary } from './path-of-loans.tsx';

/** The year of the copyright notice (docs/rules.md, Screens). */
const copyrightYear = 2025;

/** Without accounts there are no transfers to simulate and no cards; the contracts of an intermediary's clients are their lenders' (LC-6). */
const LEFT_OUT: readonly string[] = [
  ...(hasAccounts ? [] : ['/simulateur-virement']),
  ...(isIntermediary ? ['/retractation'] : []),
];

const serviceLinks = [
  ['/prets', isIntermediary ? 'visitor.links.loans' : 'footer.loans'],
  ['/simulateur', 'footer.loanSimulator'],
  ['/simulateur-virement', 'footer.transferSimulator'],
  ['/demande-de-pret', 'footer.loanRequest'],
] as const;

const informationLinks = [
  ['/faq', 'footer.faq'],
  ['/temoignages', 'footer.testimonials'],
  ['/blog', 'footer.blog'],
  ['/verifier', 'footer.verify'],
  ['/retractation', 'footer.retraction'],
  ['/mentions-legales', 'footer.legal'],
  ['/confidentialite', 'footer.privacy'],
] as const;

/** A column of links, and below them what opens an island. */
function FooterLinks({
  id,
  title,
  links,
  children,
}: {
  id: string;
  title: string;
  links: typeof serviceLinks | typeof informationLinks;
  children: ReactNode;
}) {
  const { t } = useWords();
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links
          .filter(([href]) => !LEFT_OUT.includes(href))
          .map(([href, label]) => (
            <li key={href}>
              <a href={href}>{t(label)}</a>
            </li>
          ))}
        {children ? <li className="only-scripted">{children}</li> : null}
      </ul>
    </nav>
  );
}

function IslandButton({ name, children }: { name: string; children: ReactNode }) {
  return (
    <button type="button" className="link-button" data-asks={name}>
      {children}
    </button>
  );
}

export function Footer() {
  const { t, locale } = useWords();
  const { address } = institution;
  const intermediary = useIntermediary();
  return (
    <footer className="site-footer">
      <div className="page site-footer-columns">
        <div className="site-footer-brand">
          <Brand />
          <p>
            {isIntermediary
              ? intermediary.step
              : t(isBank(institution) ? 'footer.promise' : 'footer.promiseLender')}
          </p>
          <ul className="registers" aria-label={t('footer.registers')}>
            {registrations(institution).map(({ registerUrl, name, number }) => (
              <li key={name} className="register">
                <span className="register-number tabular">
                  {name} {number}
                </span>
                <a className="register-link" href={registerUrl} target="_blank" rel="noreferrer">
                  {t('footer.checkRegister')}
                  <ExternalLink aria-hidden="true" />
                </a>
              </li>
            ))}
          </ul>
          {isDemo ? <p className="fictional">{t('footer.fictional')}</p> : null}
        </div>
        <FooterLinks id="footer-services" title={t('footer.services')} links={serviceLinks}>
          {hasAccounts ? <IslandButton name="card-request">{t('footer.card')}</IslandButton> : null}
        </FooterLinks>
        <FooterLinks id="footer-information" title={t('footer.information')} links={informationLinks}>
          <IslandButton name="cookies">{t('footer.cookies')}</IslandButton>
        </FooterLinks>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact">{t('footer.contact')}</h2>
          <ul>
            <li>
              <a href={institution.phone.href}>{institution.phone.display}</a>
            </li>
            <li>
              <a href={`mailto:${institution.email}`}>{institution.email}</a>
            </li>
            <li>
              {address.street}
              <br />
              {address.postalCode} {address.city}
            </li>
            {formatOpeningHours(institution.openingHours, locale).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </div>
      <div className="page site-footer-end">
        <p>
          © {copyrightYear} {institution.legalName}
        </p>
        <p>{t('footer.security')}</p>
      </div>
    </footer>
  );
}
