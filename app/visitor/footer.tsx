import ExternalLink from 'lucide-react/icons/external-link';
import { Brand } from '../brand.tsx';
import { formatOpeningHours } from '../i18n/opening-hours.ts';
import { useWords } from '../i18n/t.ts';
import { institution, isDemo } from '../institution.ts';
import { openCardRequest } from './card-request.ts';
import { askAboutCookies } from './cookie-choice.ts';

/** The year of the copyright notice (specification, public area, section 2). */
const copyrightYear = 2025;

const registers = { cib: 'https://www.regafi.fr', orias: 'https://www.orias.fr' };

const serviceLinks = [
  ['/prets', 'visitor.footer.loans'],
  ['/simulateur', 'visitor.footer.loanSimulator'],
  ['/simulateur-virement', 'visitor.footer.transferSimulator'],
  ['/demande-de-pret', 'visitor.footer.loanRequest'],
] as const;

const informationLinks = [
  ['/faq', 'visitor.footer.faq'],
  ['/temoignages', 'visitor.footer.testimonials'],
  ['/blog', 'visitor.footer.blog'],
  ['/verifier', 'visitor.footer.verify'],
  ['/mentions-legales', 'visitor.footer.legal'],
  ['/confidentialite', 'visitor.footer.privacy'],
] as const;

function RegisterBadge({ label, number, href }: { label: string; number: string; href: string }) {
  const { t } = useWords();
  return (
    <li className="register">
      <span className="register-number tabular">
        {label} {number}
      </span>
      <a className="register-link" href={href} target="_blank" rel="noreferrer">
        {t('visitor.footer.checkRegister')}
        <ExternalLink aria-hidden="true" />
      </a>
    </li>
  );
}

export function Footer() {
  const { t, locale } = useWords();
  const { address } = institution;
  return (
    <footer className="site-footer">
      <div className="page site-footer-columns">
        <div className="site-footer-brand">
          <Brand />
          <p>{t('visitor.footer.promise')}</p>
          <ul className="registers" aria-label={t('visitor.footer.registers')}>
            {institution.cib ? (
              <RegisterBadge label="REGAFI · CIB" number={institution.cib} href={registers.cib} />
            ) : null}
            {institution.orias ? (
              <RegisterBadge label="ORIAS" number={institution.orias} href={registers.orias} />
            ) : null}
          </ul>
          {isDemo ? <p className="fictional">{t('visitor.footer.fictional')}</p> : null}
        </div>
        <nav aria-labelledby="footer-services">
          <h2 id="footer-services">{t('visitor.footer.services')}</h2>
          <ul>
            {serviceLinks.map(([href, label]) => (
              <li key={href}>
                <a href={href}>{t(label)}</a>
              </li>
            ))}
            <li className="only-scripted">
              <button type="button" className="link-button" onClick={openCardRequest}>
                {t('visitor.footer.card')}
              </button>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-information">
          <h2 id="footer-information">{t('visitor.footer.information')}</h2>
          <ul>
            {informationLinks.map(([href, label]) => (
              <li key={href}>
                <a href={href}>{t(label)}</a>
              </li>
            ))}
            <li className="only-scripted">
              <button type="button" className="link-button" onClick={askAboutCookies}>
                {t('visitor.footer.cookies')}
              </button>
            </li>
          </ul>
        </nav>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact">{t('visitor.footer.contact')}</h2>
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
        <p>{t('visitor.footer.security')}</p>
      </div>
    </footer>
  );
}
