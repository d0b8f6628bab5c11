import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { minorToDecimalString } from '#domain/money/money.ts';
import { readAmount, writeDecimalString } from '#domain/money/typed-number.ts';
import { JUSTIFICATIONS, type Justification } from '#domain/statements/line-parts.ts';
import { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useDialogAct } from '../desk/dialog-act.ts';
import type { WaitingLine } from './waiting-line.ts';

/** The transfers of ours that are under way with an amount: a debit of the bank may have paid one of them. */
function useTransfersOf({ currency }: WaitingLine, amountMinor: number | null) {
  const may = useMay();
  // The list filters by euros: of another currency all that have left are looked at.
  const isEuro = currency === 'EUR' && amountMinor !== null;
  const found = useQuery({
    ...query.withdrawals.review.queryOptions({
      input: {
        status: 'completed',
        currency,
        limit: 100,
        sort: 'newest',
        ...(isEuro ? { amountFrom: amountMinor, amountTo: amountMinor } : {}),
      },
    }),
    enabled: amountMinor !== null && may('withdrawals.review'),
  });
  const transfers = (found.data?.withdrawals ?? []).filter(
    (one) => one.phase === 'sent' && one.currency === currency && one.amountMinor === amountMinor,
  );
  return { transfers, isNone: found.isSuccess && transfers.length === 0 };
}

/** Justifies a debit, or a part of it (PAY-32): charges, an order of ours, a received transfer that the bank took back; or contests it. */
// Longer than 70 lines: it is one form whose fields depend on each other.
export function JustifyDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const { t, locale } = useWords();
  const { amount, day } = useFormats();
  const [target, setTarget] = useState<Justification | ''>('');
  const [receiptId, setReceiptId] = useState('');
  const [transferId, setTransferId] = useState('');
  const [typed, setTyped] = useState(() =>
    writeDecimalString(minorToDecimalString(-line.openMinor, line.currency), locale),
  );
  const isReceipt = target === 'incoming-suspense';
  const isTransfer = target === 'payments-in-transit';
  const isContested = target === 'contested';
  const receipts = useQuery({
    ...query.bankLines.list.queryOptions({ input: { queue: 'to-allocate', limit: 100 } }),
    enabled: isReceipt,
  });
  const waiting = (receipts.data?.lines ?? []).filter(({ currency }) => currency === line.currency);
  const { send, sending } = useDialogAct(api.bankLines.justify, {
    say: (done) =>
      done(isContested ? 'admin-bank-lines.outgoing.contested' : 'admin-bank-lines.outgoing.done'),
    situation: 'admin-bank-lines.outgoing.failed',
    rereads: ['bank'],
    onClose,
  });
  const amountMinor = readAmount(typed, line.currency, locale);
  const { transfers, isNone } = useTransfersOf(line, isTransfer ? amountMinor : null);
  const named = transfers.some(({ id }) => id === transferId) ? transferId : '';
  const isAmount = amountMinor !== null && amountMinor > 0 && amountMinor <= -line.openMinor;
  const isReady = target !== '' && (isContested || (isAmount && (!isReceipt || receiptId !== '')));
  return (
    <SendingDialog
      open
      title={t('admin-bank-lines.outgoing.title')}
      description={t('admin-bank-lines.outgoing.text', { amount: amount(-line.openMinor, line.currency) })}
      submit={t(isContested ? 'admin-bank-lines.outgoing.contest' : 'admin-bank-lines.outgoing.submit')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      isReady={isReady}
      onConfirm={() => {
        if (target === '') return;
        send({
          id: line.id,
          target,
          ...(isContested ? {} : { amountMinor: amountMinor ?? 0 }),
          ...(isReceipt ? { receiptId } : {}),
          ...(isTransfer && named ? { transferId: named } : {}),
        });
      }}
      onClose={onClose}
    >
      <div className="stack">
        <Select
          label={t('admin-bank-lines.outgoing.target')}
          required
          value={target}
          placeholder={t('admin-bank-lines.choose')}
          data-autofocus
          onChange={(event) => setTarget(event.currentTarget.value as Justification)}
          options={JUSTIFICATIONS.map((value) => ({
            value,
            label: t(`admin-bank-lines.outgoing.targets.${value}`),
          }))}
        />
        {isReceipt ? (
          <Select
            label={t('admin-bank-lines.outgoing.receipt')}
            required
            value={receiptId}
            placeholder={t('admin-bank-lines.choose')}
            onChange={(event) => setReceiptId(event.currentTarget.value)}
            options={waiting.map(({ id, openMinor, currency, payer, bookingDay }) => ({
              value: id,
              label: `${bookingDay ? `${day(bookingDay)} · ` : ''}${amount(openMinor, currency)} · ${
                payer.name ?? t('admin-bank-lines.unknownPayer')
              }`,
            }))}
          />
        ) : null}
        {isContested ? (
          <p>{t('admin-bank-lines.outgoing.contestedText')}</p>
        ) : (
          <AmountField
            label={t('admin-bank-lines.outgoing.amount')}
            width="sm"
            suffix={line.currency}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {isTransfer && isNone ? (
          <Notice tone="warning" title={t('admin-bank-lines.outgoing.noneOfAmount')}>
            {t('admin-bank-lines.outgoing.noneOfAmountText')}
          </Notice>
        ) : null}
        {isTransfer && transfers.length > 0 ? (
          <Select
            label={t('admin-bank-lines.outgoing.transfer')}
            value={named}
            placeholder={t('admin-bank-lines.outgoing.noTransfer')}
            onChange={(event) => setTransferId(event.currentTarget.value)}
            options={transfers.map(({ id, recipientName, client, days }) => ({
              value: id,
              label: `${days.sent ? `${day(days.sent)} · ` : ''}${recipientName ?? client.displayName}`,
            }))}
          />
        ) : null}
      </div>
    </SendingDialog>
  );
}
