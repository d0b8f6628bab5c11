import { formatIban, maskedIban } from '#domain/accounts/iban.ts';
import { api } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../form/confirm-dialog.tsx';
import { useT } from '../../../i18n/t.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useLoanAct } from '../loan-act.ts';
import type { Mandate } from './mandate.ts';

/** The text of the mandate, whole, and its signature (PAY-68): the server asks for a confirmation of exactly this mandate and account. */
export function MandateSignDialog({
  mandate,
  toSign,
  onClose,
}: {
  mandate: Mandate;
  toSign: NonNullable<Mandate['toSign']>;
  onClose: () => void;
}) {
  const t = useT();
  const { send, sending } = useLoanAct(api.mandates.sign, {
    done: {
      title: t('client-mandates.sign.done'),
      description: t('client-mandates.sign.doneText', { iban: maskedIban(toSign.iban) }),
    },
    onClose,
  });
  return (
    <ConfirmDialog
      title={t('client-mandates.sign.title')}
      submit={t('client-mandates.sign.submit')}
      submitting={t('client-mandates.sign.submitting')}
      sending={sending}
      onConfirm={() => send({ id: mandate.id })}
      onClose={onClose}
    >
      <DefinitionList
        look="ledger"
        items={[
          { term: t('client-mandates.facts.creditor'), value: mandate.creditorName },
          { term: t('client-mandates.facts.creditorIdentifier'), value: mandate.creditorIdentifier },
          { term: t('client-mandates.facts.reference'), value: mandate.reference },
          { term: t('client-mandates.facts.holder'), value: toSign.debtorName },
          {
            term: t('client-mandates.facts.account'),
            value: (
              <>
                <span className="iban tabular">{formatIban(toSign.iban)}</span>
                <span className="due-state">{toSign.bankName}</span>
              </>
            ),
          },
          {
            term: t('client-mandates.facts.onFailure'),
            value: t(`client-mandates.facts.${toSign.usesAccount ? 'usesAccount' : 'leavesAccount'}`),
          },
        ]}
      />
      {/* The text scrolls on a small screen: by keyboard through this. */}
      <Notice tone="legal" tabIndex={0}>
        <p>{t('client-mandates.sign.consent', { creditor: mandate.creditorName })}</p>
        <p>{t('client-mandates.sign.refund')}</p>
        <p>{t('client-mandates.sign.rights')}</p>
      </Notice>
    </ConfirmDialog>
  );
}
