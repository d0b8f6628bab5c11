import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import HandCoins from 'lucide-react/icons/hand-coins';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { lends } from '../../page/institution.ts';
import { LoanSentences } from '../../page/legal-notices.tsx';
import { Button } from '../../ui/button.tsx';
import { makesTransfers, type Overview } from '../accounts/overview.ts';
import { type ClientDialog, clientHref, openDialog } from './sections.ts';

function ActionCard({
  icon,
  title,
  text,
  dialog,
  isPrimary,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  dialog: ClientDialog;
  isPrimary?: boolean;
}) {
  return (
    <section className="card action-card">
      <div className="card-body">
        <div className="link-card-icon">{icon}</div>
        <p className="action-card-text">{text}</p>
        <Button tone={isPrimary ? 'primary' : 'secondary'} onClick={() => openDialog(dialog)}>
          {title}
        </Button>
      </div>
    </section>
  );
}

/** « Actions rapides »: what a client can start, and links to the most used pages. */
export function ActionsSection({ overview }: { overview: Overview }) {
  const t = useT();
  return (
    <div className="stack" data-gap="5">
      <div className="action-cards">
        <ActionCard
          icon={<HandCoins aria-hidden="true" />}
          title={t('client.askLoan')}
          // The price is the lender's at an intermediary, and comes with its answer (LC-6).
          text={t(lends ? 'client.actions.loan' : 'client-loans.emptyTextElsewhere')}
          dialog="loan"
          isPrimary
        />
        {makesTransfers(overview) ? (
          <ActionCard
            icon={<ArrowLeftRight aria-hidden="true" />}
            title={t('client.askTransfer')}
            text={t('client.actions.transfer')}
            dialog="transfer"
          />
        ) : null}
      </div>
      <nav className="action-links" aria-label={t('client.actions.more')}>
        <h2 className="action-links-title">{t('client.actions.more')}</h2>
        <ul>
          <li>
            <a href={clientHref('loans')}>{t('client.actions.seeLoans')}</a>
          </li>
          <li>
            <a href={clientHref('fees')}>{t('client.actions.fees')}</a>
          </li>
          <li>
            <a href={clientHref('profile')}>{t('client.actions.profile')}</a>
          </li>
        </ul>
      </nav>
      <LoanSentences />
    </div>
  );
}
