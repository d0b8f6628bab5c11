import { type ReactNode, useEffect, useRef } from 'react';
import { formatIban, ibanVerdict } from '#domain/accounts/iban.ts';
import { nextPlanned, START } from '#domain/standing-orders/schedule.ts';
import { scheduleOf } from '#domain/standing-orders/standing-order.ts';
import { firstDayOf } from '#domain/time/calendars.ts';
import { addDays } from '#domain/time/days.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { countryName } from '../../i18n/country-name.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useScheduleWords } from '../standing-orders/standing-order-words.ts';
import { isProgrammed, judgementOf, type Look, orderOf } from './last-look.ts';

/** Confirms a transfer: recipient, amount, date, and remaining balance. */
// Longer than 70 lines: it is the list of what an order says, read before it is sent.
export function TransferRecap({ look, children }: { look: Look; children: ReactNode }) {
  const { t, tKey, locale } = useWords();
  const format = useFormats();
  const today = useBankDay();
  const title = useRef<HTMLHeadingElement>(null);
  const judgement = judgementOf(look);
  // The focused field is removed: move the focus. A result to judge moves it to « Corriger » instead.
  useEffect(() => {
    if (judgement !== 'warned') title.current?.focus();
    // The fields may have been scrolled: what is to be judged is read first.
    else title.current?.scrollIntoView({ block: 'start' });
  }, [judgement]);
  const { transfer, account, isNewPayee } = look;
  const { recipientName } = orderOf(look);
  const { currency } = account;
  const verdict = ibanVerdict(transfer.iban);
  const scheduleWords = useScheduleWords();
  const programmed = isProgrammed(transfer) ? scheduleOf(transfer) : null;
  // To another client of the house: made at once, without a decision (PAY-34).
  const isInside = !programmed && look.check?.isInside === true;
  const isInstant = !isInside && transfer.instant === true;
  const programmedItems = programmed
    ? [
        { term: t('client-transfers.when.label'), value: scheduleWords(programmed) },
        {
          term: t('client-transfers.programmed.nextDay'),
          value: format.day(
            nextPlanned(programmed, [], START, addDays(today, 1))?.execution ?? programmed.firstDay,
          ),
        },
      ]
    : [];
  return (
    <div className="stack">
      <h3 className="transfer-recap-title" ref={title} tabIndex={-1}>
        {t('client-transfers.recap.title')}
      </h3>
      {children}
      {verdict.ok ? null : (
        <Notice tone="danger" title={tKey(`validation.iban.${verdict.reason}`)}>
          {t('client-transfers.recap.badIban')}
        </Notice>
      )}
      {verdict.ok && isNewPayee ? (
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
          { term: t('client-transfers.request.recipient'), value: recipientName, strong: true },
          { term: t('client-transfers.request.bank'), value: transfer.bankName },
          {
            term: t('client-transfers.request.iban'),
            value: (
              <>
                <span className="transfer-recap-iban">{formatIban(transfer.iban)}</span>
                {verdict.ok ? (
                  <span className="transfer-recap-note">
                    {t('client-transfers.request.valid', {
                      country: countryName(verdict.countryCode, locale),
                    })}
                  </span>
                ) : null}
              </>
            ),
          },
          ...(isInstant
            ? [{ term: t('client-transfers.speed.label'), value: t('client-transfers.speed.instant') }]
            : []),
          ...(programmed
            ? programmedItems
            : [
                // To an IBAN that does not hold nothing leaves: no day is promised.
                ...(verdict.ok
                  ? [
                      {
                        term: t('client-transfers.recap.when'),
                        value:
                          isInside || isInstant
                            ? t('client-transfers.recap.atOnce')
                            : t('client-transfers.recap.whenText', {
                                day: format.day(firstDayOf('target-days', today)),
                              }),
                      },
                    ]
                  : []),
                {
                  term: t('client-transfers.request.available'),
                  value: <Amount minor={account.availableMinor} currency={currency} />,
                },
                {
                  term: t('client-transfers.request.after'),
                  value: <Amount minor={account.availableMinor - transfer.amountMinor} currency={currency} />,
                },
              ]),
        ]}
      />
      <p className="section-note">
        {t(
          programmed
            ? 'client-transfers.programmed.notHeld'
            : isInside
              ? 'client-transfers.recap.inside'
              : isInstant
                ? 'client-transfers.recap.instant'
                : 'client-transfers.recap.held',
        )}
      </p>
    </div>
  );
}
