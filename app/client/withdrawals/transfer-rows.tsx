import { lazy, Suspense, useState } from 'react';
import { formatIban, maskedIban } from '#domain/accounts/iban.ts';
import { canBeNamed } from '#domain/withdrawals/missing-name.ts';
import { refusalSentence } from '#domain/withdrawals/refusal-sentence.ts';
import { actionsFrom } from '#domain/withdrawals/status.ts';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { isDemo } from '../../page/institution.ts';
import { Button } from '../../ui/button.tsx';
import type { Withdrawal } from '../accounts/overview.ts';
import { useConfirmedAct } from '../frame/confirmed-act.ts';
import { clientHref, openDialog, transferMovementHref } from '../frame/sections.ts';
import { usePhaseSentence } from './phase-sentence.ts';
import { TransferStatusBadge } from './transfer-status.tsx';

const NameRecipientDialog = lazy(() => import('./name-recipient-dialog.tsx'));

/** Confirms and cancels a pending transfer. */
function CancelDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const t = useT();
  const format = useFormats();
  const amount = format.amount(withdrawal.amountMinor, withdrawal.currency);
  const { send, sending } = useConfirmedAct(api.withdrawals.cancel, {
    done: () => ({
      title: t('client-transfers.cancelled'),
      description: t('client-transfers.cancelledText', { amount }),
    }),
    rereads: ['withdrawals', 'account'],
    onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      size="small"
      title={t('client-transfers.cancelTitle')}
      description={t('client-transfers.cancelText', { amount, bank: withdrawal.clientBankName })}
      tone="danger"
      leave={t('client-transfers.cancelKeep')}
      submit={t('client-transfers.cancelConfirm')}
      submitting={t('client-transfers.cancelling')}
      sending={sending}
      onConfirm={() => send({ id: withdrawal.id })}
    />
  );
}

/** Asks for the payee's name of an order of before names were kept: in a live institution it does not leave without (PAY-11). */
function MissingName({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isDemo ? null : <p className="request-reason">{t('client-transfers.nameRecipient.needed')}</p>}
      <p>
        <Button size="dense" onClick={() => setOpen(true)}>
          {t('client-transfers.nameRecipient.title')}
        </Button>
      </p>
      {isOpen ? (
        <Suspense>
          <NameRecipientDialog withdrawal={withdrawal} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

// Longer than 70 lines: it is the lines and the buttons of one transfer, by its phase.
function TransferRow({ withdrawal, onCancel }: { withdrawal: Withdrawal; onCancel: () => void }) {
  const { t, tKey } = useWords();
  const format = useFormats();
  const refusal = refusalSentence(withdrawal, tKey);
  const mayCancel = actionsFrom(withdrawal.status, 'client').includes('cancel');
  const sentence = usePhaseSentence(withdrawal);
  const name = withdrawal.recipientName ?? withdrawal.clientBankName;
  return (
    <li className="request" data-row={withdrawal.id}>
      <div className="request-text">
        <p className="request-title">{withdrawal.recipientName ?? t('client-transfers.unnamed')}</p>
        <p className="request-note">
          {withdrawal.isInstant ? <>{t('client-transfers.speed.instant')} · </> : null}
          {withdrawal.clientBankName} ·{' '}
          {withdrawal.ibanValid ? (
            <span className="tabular nowrap">{maskedIban(withdrawal.clientIban)}</span>
          ) : (
            <>
              <span className="iban tabular">{formatIban(withdrawal.clientIban)}</span> ·{' '}
              {t('client-transfers.ibanDoubt')}
            </>
          )}
        </p>
        {withdrawal.days.sent ? null : (
          <p className="request-note">
            {t('client-transfers.asked', { date: format.day(withdrawal.createdAt) })}
          </p>
        )}
        {sentence ? <p className="request-note">{sentence}</p> : null}
        {canBeNamed(withdrawal) ? <MissingName withdrawal={withdrawal} /> : null}
        {withdrawal.days.answerBy ? (
          <p className="request-reason">
            {t('client-transfers.held', { date: format.day(withdrawal.days.answerBy) })}{' '}
            <a href={clientHref('help')}>{t('client-transfers.callAdviser')}</a>
          </p>
        ) : null}
        {refusal && withdrawal.phase !== 'returned' ? (
          <p className="request-reason">
            <strong>{t('client-transfers.reason')}</strong>{' '}
            <span lang={withdrawal.failureReason ? 'fr' : undefined}>{refusal}</span>
          </p>
        ) : null}
      </div>
      <div className="request-state">
        <Amount minor={withdrawal.amountMinor} currency={withdrawal.currency} align="end" />
        <TransferStatusBadge status={withdrawal.status} />
        {mayCancel ? (
          <Button
            tone="danger-quiet"
            size="dense"
            aria-label={t('client-transfers.cancelOf', {
              amount: format.amount(withdrawal.amountMinor, withdrawal.currency),
              bank: withdrawal.clientBankName,
            })}
            onClick={onCancel}
          >
            {t('client-transfers.cancel')}
          </Button>
        ) : null}
        {withdrawal.days.sent ? (
          <a
            className="request-more"
            href={transferMovementHref(withdrawal.id)}
            aria-label={t('client-transfers.movementOf', {
              amount: format.amount(withdrawal.amountMinor, withdrawal.currency),
              name,
            })}
          >
            {t('client-transfers.movement')}
          </a>
        ) : null}
        {withdrawal.status === 'rejected' ? (
          <Button
            tone="quiet"
            size="dense"
            aria-label={t('client-transfers.againOf', {
              amount: format.amount(withdrawal.amountMinor, withdrawal.currency),
              name,
            })}
            onClick={() => openDialog('transfer', withdrawal.id)}
          >
            {t('client-transfers.again')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

export function TransferRows({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const [asked, setAsked] = useState<Withdrawal | null>(null);
  return (
    <>
      <ul className="requests">
        {withdrawals.map((withdrawal) => (
          <TransferRow key={withdrawal.id} withdrawal={withdrawal} onCancel={() => setAsked(withdrawal)} />
        ))}
      </ul>
      {asked ? <CancelDialog withdrawal={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
