import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readAmount } from '#domain/money/typed-number.ts';
import { MAX_PARTS } from '#domain/statements/line-parts.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { useAnnounce } from '../desk/announce.ts';
import type { WaitingLine } from './waiting-line.ts';

interface Part {
  readonly accountId: string;
  readonly name: string;
  /** As it is typed. */
  readonly amount: string;
}

/** The clients that a search finds, those of the proposals first. */
function ClientChoice({
  line,
  onChoose,
}: {
  line: WaitingLine;
  onChoose: (accountId: string, name: string) => void;
}) {
  const { t } = useWords();
  const [q, setQ] = useState('');
  const found = useQuery({
    ...query.clients.list.queryOptions({ input: { q, limit: 5 } }),
    enabled: q.trim().length >= 2,
  });
  const proposed = line.proposals.map(({ accountId, holder }) => ({ id: accountId, name: holder }));
  const searched = (q.trim().length >= 2 ? (found.data?.clients ?? []) : []).map(({ id, displayName }) => ({
    id,
    name: displayName,
  }));
  const all = [...proposed, ...searched.filter(({ id }) => !proposed.some((one) => one.id === id))];
  return (
    <div className="stack">
      <TextField
        label={t('admin-bank-lines.search')}
        value={q}
        data-autofocus
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <div className="cluster">
        {all.map(({ id, name }) => (
          <Button key={id} size="dense" onClick={() => onChoose(id, name)}>
            {name}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Gives a receipt to one client or several (PAY-30): the parts of several sum to what is left of it. */
export function AllocateDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const { t, locale } = useWords();
  const { amount } = useFormats();
  const { done, failed } = useAnnounce();
  const [parts, setParts] = useState<readonly Part[]>([]);
  const { send, sending } = useSubmission(api.bankLines.allocate, {
    onSuccess: ({ isProposed }) => {
      done(isProposed ? 'admin-bank-lines.proposed' : 'admin-bank-lines.allocated');
      void refresh(['bank']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-bank-lines.failed');
      void refresh(['bank']);
    },
  });
  const minorOf = (part: Part) => readAmount(part.amount, line.currency, locale) ?? 0;
  const leftMinor = line.openMinor - parts.reduce((sum, part) => sum + minorOf(part), 0);
  const typed = (minor: number) => amount(minor, line.currency).replace(/[^\d.,]/g, '');
  const choose = (accountId: string, name: string) => {
    if (parts.length >= MAX_PARTS || parts.some((part) => part.accountId === accountId)) return;
    setParts([...parts, { accountId, name, amount: typed(Math.max(leftMinor, 0)) }]);
  };
  const isReady = parts.length > 0 && parts.every((part) => minorOf(part) > 0) && leftMinor >= 0;
  return (
    <SendingDialog
      open
      title={t('admin-bank-lines.splitTitle')}
      description={t('admin-bank-lines.splitText', { amount: amount(line.openMinor, line.currency) })}
      submit={t('admin-bank-lines.splitSubmit')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      isReady={isReady && (parts.length === 1 || leftMinor === 0)}
      onConfirm={() =>
        send({
          id: line.id,
          parts: parts.map((part) => ({
            kind: 'client' as const,
            accountId: part.accountId,
            amountMinor: minorOf(part),
          })),
        })
      }
      onClose={onClose}
    >
      <div className="stack">
        <ClientChoice line={line} onChoose={choose} />
        {parts.map((part) => (
          <AmountField
            key={part.accountId}
            label={part.name}
            width="sm"
            value={part.amount}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setParts(parts.map((one) => (one === part ? { ...one, amount: value } : one)));
            }}
          />
        ))}
        <p aria-live="polite">{t('admin-bank-lines.left', { amount: amount(leftMinor, line.currency) })}</p>
      </div>
    </SendingDialog>
  );
}
