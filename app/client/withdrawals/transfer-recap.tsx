import { useEffect, useRef } from 'react';
import { formatIban, ibanVerdict } from '#domain/accounts/iban.ts';
import { firstDayOf } from '#domain/time/calendars.ts';
import type { WithdrawalInput } from '#domain/withdrawals/request.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { countryName } from '../../i18n/country-name.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Overview } from '../accounts/overview.ts';

/** Confirms a transfer: recipient, amount, date, and remaining balance. */
export function TransferRecap({
  transfer,
  isNewPayee,
  account,
}: {
  transfer: WithdrawalInput;
  /** Whether the client has never sent money to this IBAN. */
  isNewPayee: boolean;
  /** As read when the confirmation was opened. */
  account: Overview['account'];
}) {
  const { t, tKey, locale } = useWords();
  const format = useFormats();
  const today = useBankDay();
  const title = useRef<HTMLHeadingElement>(null);
  // The focused field is removed: move the focus.
  useEffect(() => title.current?.focus(), []);
  const { currency } = account;
  const verdict = ibanVerdict(transfer.iban);
  return (
    <div className="stack">
      <h3 className="transfer-recap-title" ref={title} tabIndex={-1}>
        {t('client-transfers.recap.title')}
      </h3>
      {isNewPayee ? (
        <Notice tone="warning" title={t('client-transfers.recap.newPayee')}>
          {t('client-transfers.recap.newPayeeText')}
        </Notice>
      ) : null}
      <DefinitionList
        look="ledger"
        items={[
          {
            term: t('client-transfers.request.amount'),
            value: <Amount minor={transfer.amountMinor} currency={currency} />,
            strong: true,
          },
          { term: t('client-transfers.request.bank'), value: transfer.bankName },
          {
            term: t('client-transfers.request.iban'),
            value: (
              <>
                <span className="transfer-recap-iban">{formatIban(transfer.iban)}</span>
                <span className="transfer-recap-note" data-good={verdict.ok}>
                  {verdict.ok
                    ? t('client-transfers.request.valid', {
                        country: countryName(verdict.countryCode, locale),
                      })
                    : tKey(`validation.iban.${verdict.reason}`)}
                </span>
              </>
            ),
          },
          {
            term: t('client-transfers.recap.when'),
            value: t('client-transfers.recap.whenText', {
              day: format.day(firstDayOf('target-days', today)),
            }),
          },
          {
            term: t('client-transfers.request.available'),
            value: <Amount minor={account.availableMinor} currency={currency} />,
          },
          {
            term: t('client-transfers.request.after'),
            value: <Amount minor={account.availableMinor - transfer.amountMinor} currency={currency} />,
          },
        ]}
      />
      <p className="section-note">{t('client-transfers.recap.held')}</p>
    </div>
  );
}
