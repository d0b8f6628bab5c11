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
import { useT, useWords } from '../../i18n/t.ts';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useDialogAct } from '../desk/dialog-act.ts';
import type { WaitingLine } from './waiting-line.ts';

/** An order of ours that a debit of the bank may have paid. */
interface OpenOrder {
  readonly id: string;
  readonly label: string;
}

/** The transfers with our bank, or that have left, with exactly an amount. */
function useOpenTransfers(
  status: 'approved' | 'completed',
  { currency }: WaitingLine,
  amountMinor: number | null,
) {
  const may = useMay();
  // The list filters by euros: of another currency all of the state are looked at.
  const isEuro = currency === 'EUR' && amountMinor !== null;
  const range = isEuro ? { amountFrom: amountMinor, amountTo: amountMinor } : {};
  return useQuery({
    ...query.withdrawals.review.queryOptions({
      input: { status, currency, limit: 100, sort: 'newest', ...range },
    }),
    enabled: amountMinor !== null && may('withdrawals.review'),
  });
}

/** The orders of ours that are open with an amount (PAY-32): transfers, returns to senders, whole files. */
function useOrdersOf(line: WaitingLine, amountMinor: number | null) {
  const t = useT();
  const { day } = useFormats();
  const may = useMay();
  const left = useOpenTransfers('completed', line, amountMinor);
  const given = useOpenTransfers('approved', line, amountMinor);
  const isAsked = amountMinor !== null;
  const inTransit = useQuery({
    ...query.reconciliation.show.queryOptions({ input: { items: 'open' } }),
    enabled: isAsked && may('reconciliation.show'),
  });
  const files = useQuery({
    ...query.withdrawalBatches.list.queryOptions({ input: { limit: 100 } }),
    enabled: isAsked && line.currency === 'EUR' && may('withdrawalBatches.list'),
  });
  const transfers = [...(left.data?.withdrawals ?? []), ...(given.data?.withdrawals ?? [])]
    .filter(({ phase }) => phase === 'sent' || phase === 'exported' || phase === 'accepted')
    .filter((one) => one.currency === line.currency && one.amountMinor === amountMinor)
    .map(({ id, recipientName, client, days }) => ({
      id,
      label: `${days.sent ? `${day(days.sent)} · ` : ''}${recipientName ?? client.displayName}`,
    }));
  // A return that stands in no file has not been paid.
  const waiting = new Set((files.data?.returns ?? []).map(({ returnId }) => returnId));
  const returns = (inTransit.data?.currencies ?? [])
    .filter(({ currency }) => currency === line.currency)
    .flatMap(({ items }) => items.flatMap(({ parts }) => parts))
    .filter((part) => part.kind === 'return' && part.amountMinor === amountMinor && !waiting.has(part.id))
    .map(({ id, name, day: since }) => ({
      id,
      label: `${day(since)} · ${t('admin-bank-lines.outgoing.returnTo', { name: name ?? '' })}`,
    }));
  const batches = (files.data?.batches ?? [])
    .filter(({ status, totalMinor }) => status === 'exported' && totalMinor === amountMinor)
    .map(({ id, messageId, executionDate }) => ({
      id,
      label: `${day(executionDate)} · ${t('admin-bank-lines.outgoing.fileOf', { number: messageId })}`,
    }));
  const orders: readonly OpenOrder[] = [...transfers, ...returns, ...batches];
  const isRead = [left, given, inTransit, files].every(({ isLoading }) => !isLoading);
  return { orders, isNone: isAsked && isRead && orders.length === 0 };
}

/** Justifies a debit, or a part of it (PAY-32): charges, an order of ours, a received transfer that the bank took back; or contests it. */
// Longer than 70 lines: it is one form whose fields depend on each other.
export function JustifyDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const { t, locale } = useWords();
  const { amount, day } = useFormats();
  const [target, setTarget] = useState<Justification | ''>('');
  const [receiptId, setReceiptId] = useState('');
  const [orderId, setOrderId] = useState('');
  const [note, setNote] = useState('');
  const [typed, setTyped] = useState(() =>
    writeDecimalString(minorToDecimalString(-line.openMinor, line.currency), locale),
  );
  const isReceipt = target === 'incoming-suspense';
  const isOrder = target === 'payments-in-transit';
  const isContested = target === 'contested';
  const receipts = useQuery({
    ...query.bankLines.list.queryOptions({ input: { queue: 'to-allocate', limit: 100 } }),
    enabled: isReceipt,
  });
  const waiting = (receipts.data?.lines ?? []).filter(({ currency }) => currency === line.currency);
  const { send, sending } = useDialogAct(api.bankLines.justify, {
    name: `line-justify:${line.id}`,
    say: (done) =>
      done(isContested ? 'admin-bank-lines.outgoing.contested' : 'admin-bank-lines.outgoing.done'),
    situation: 'admin-bank-lines.outgoing.failed',
    rereads: ['bank'],
    onClose,
  });
  const amountMinor = readAmount(typed, line.currency, locale);
  const { orders, isNone } = useOrdersOf(line, isOrder ? amountMinor : null);
  const named = orders.some(({ id }) => id === orderId) ? orderId : '';
  const isAmount = amountMinor !== null && amountMinor > 0 && amountMinor <= -line.openMinor;
  const isChosen =
    (!isReceipt || receiptId !== '') && (!isOrder || named !== '' || (isNone && note.trim() !== ''));
  const isReady = target !== '' && (isContested || (isAmount && isChosen));
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
          ...(isOrder ? (named ? { orderId: named } : { note: note.trim() }) : {}),
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
        {isOrder && isNone ? (
          <>
            <Notice tone="warning" title={t('admin-bank-lines.outgoing.noneOfAmount')}>
              {t('admin-bank-lines.outgoing.noneOfAmountText')}
            </Notice>
            <TextField
              label={t('admin-bank-lines.outgoing.note')}
              required
              maxLength={200}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </>
        ) : null}
        {isOrder && orders.length > 0 ? (
          <Select
            label={t('admin-bank-lines.outgoing.order')}
            required
            value={named}
            placeholder={t('admin-bank-lines.choose')}
            onChange={(event) => setOrderId(event.currentTarget.value)}
            options={orders.map(({ id, label }) => ({ value: id, label }))}
          />
        ) : null}
      </div>
    </SendingDialog>
  );
}
