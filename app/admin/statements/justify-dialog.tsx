import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OUTGOING_TARGETS, type OutgoingTarget } from '#domain/ledger/payment-postings.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { readAmount, writeDecimalString } from '#domain/money/typed-number.ts';
import { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useDialogAct } from '../desk/dialog-act.ts';
import type { WaitingLine } from './waiting-line.ts';

/** Justifies a debit, or a part of it (PAY-32): charges, an order of ours, or a received transfer that the bank took back. */
// Longer than 70 lines: it is one form whose fields depend on each other.
export function JustifyDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const { t, locale } = useWords();
  const { amount, day } = useFormats();
  const [target, setTarget] = useState<OutgoingTarget>('payments-in-transit');
  const [receiptId, setReceiptId] = useState('');
  const [typed, setTyped] = useState(() =>
    writeDecimalString(minorToDecimalString(-line.openMinor, line.currency), locale),
  );
  const isReceipt = target === 'incoming-suspense';
  const receipts = useQuery({
    ...query.bankLines.list.queryOptions({ input: { queue: 'to-allocate', limit: 100 } }),
    enabled: isReceipt,
  });
  const waiting = (receipts.data?.lines ?? []).filter(({ currency }) => currency === line.currency);
  const { send, sending } = useDialogAct(api.bankLines.justify, {
    say: (done) => done('admin-bank-lines.outgoing.done'),
    situation: 'admin-bank-lines.outgoing.failed',
    rereads: ['bank'],
    onClose,
  });
  const amountMinor = readAmount(typed, line.currency, locale);
  const isReady =
    amountMinor !== null &&
    amountMinor > 0 &&
    amountMinor <= -line.openMinor &&
    (!isReceipt || receiptId !== '');
  return (
    <SendingDialog
      open
      title={t('admin-bank-lines.outgoing.title')}
      description={t('admin-bank-lines.outgoing.text', { amount: amount(-line.openMinor, line.currency) })}
      submit={t('admin-bank-lines.outgoing.submit')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      isReady={isReady}
      onConfirm={() =>
        send({ id: line.id, target, amountMinor: amountMinor ?? 0, ...(isReceipt ? { receiptId } : {}) })
      }
      onClose={onClose}
    >
      <div className="stack">
        <Select
          label={t('admin-bank-lines.outgoing.target')}
          value={target}
          data-autofocus
          onChange={(event) => setTarget(event.currentTarget.value as OutgoingTarget)}
          options={OUTGOING_TARGETS.map((value) => ({
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
        <AmountField
          label={t('admin-bank-lines.outgoing.amount')}
          width="sm"
          suffix={line.currency}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </SendingDialog>
  );
}
