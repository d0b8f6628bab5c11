import { closedDays, formatOpeningHours } from '../../i18n/opening-hours.ts';
import { useWords } from '../../i18n/t.ts';
import { hasAccounts, institution } from '../../page/institution.ts';
import { NoPaymentBeforeLoan } from '../../page/legal-notices.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';

/** How a client reaches the bank and its mediator and supervisors, without leaving the client area. */
export function HelpSection() {
  const { t, locale } = useWords();
  const { phone, customerServiceEmail: email, openingHours, mediator } = institution;
  const closed = closedDays(openingHours, locale);
  return (
    <div className="stack" data-gap="5">
      <div className="client-columns">
        <Card title={t('client.help.reach')}>
          <DefinitionList
            items={[
              { term: t('client.help.phone'), value: <a href={phone.href}>{phone.display}</a> },
              {
                term: t('client.help.hours'),
                value: [
                  ...formatOpeningHours(openingHours, locale),
                  ...(closed.length > 0 ? [t('client.help.closed', { days: closed.join(', ') })] : []),
                ].map((line) => (
                  <span key={line} className="client-help-line">
                    {line}
                  </span>
                )),
              },
              { term: t('client.help.email'), value: <a href={`mailto:${email}`}>{email}</a> },
            ]}
          />
        </Card>
        <Card title={t('client.help.more')}>
          <ul className="client-help-links">
            {(
              [
                ['/contact#aide-urgente', hasAccounts ? 'client.help.urgent' : 'client.help.urgentElsewhere'],
                ['/faq', 'client.help.faq'],
                ['/verifier', 'client.help.scam'],
                ['/mentions-legales', 'client.help.legal'],
                ['/confidentialite', 'client.help.privacy'],
              ] as const
            ).map(([href, label]) => (
              <li key={href}>
                <a href={href}>{t(label)}</a>
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t('client.help.mediator')}>
          <div className="stack">
            <p>{t('client.help.mediatorText')}</p>
            <p>
              {mediator.name}
              <br />
              {mediator.address}
              <br />
              <a href={mediator.website} target="_blank" rel="noreferrer">
                {mediator.website}
              </a>
            </p>
          </div>
        </Card>
      </div>
      <NoPaymentBeforeLoan />
    </div>
  );
}
