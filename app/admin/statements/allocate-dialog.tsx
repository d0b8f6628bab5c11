import { useState } from 'react';
import { currencyOf } from '#domain/money/currencies.ts';
import { readAmount } from '#domain/money/typed-number.ts';
import {
  type AllocationPart,
  MAX_PARTS,
  RETURN_REASONS,
  type ReturnReason,
} from '#domain/statements/line-parts.ts';
import { returnReasonFor } from '#domain/statements/suspense-deadlines.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { ClientSearch } from '../desk/client-search.tsx';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { WaitingLine } from './waiting-line.ts';

/** Whom a part goes to: a client, the sender, or the bank as its charges. The last two stand once in a line at most. */
type Target =
  | { readonly kind: 'client'; readonly accountId: string }
  | { readonly kind: 'return'; readonly reasonCode: ReturnReason }
  | { readonly kind: 'bank-charges' };

interface Part {
  readonly key: string;
  readonly name: string;
  readonly target: Target;
  /** As it is typed. */
  readonly amount: string;
}

const partOf = ({ target }: Part, amountMinor: number): AllocationPart => ({ ...target, amountMinor });

/** What is given to one of the parts, with the reason of a return, and the way to take the part out again. */
function PartFields({
  part,
  suffix,
  onChange,
  onRemove,
}: {
  part: Part;
  suffix: string;
  onChange: (part: Part) => void;
  onRemove: () => void;
}) {
  const { t } = useWords();
  const { target } = part;
  return (
    <li className="line-part">
      <AmountField
        label={part.name}
        width="sm"
        suffix={suffix}
        value={part.amount}
        onChange={(event) => onChange({ ...part, amount: event.currentTarget.value })}
      />
      {target.kind === 'return' ? (
        <Select
          label={t('admin-bank-lines.reason')}
          value={target.reasonCode}
          onChange={(event) =>
            onChange({
              ...part,
              target: { ...target, reasonCode: event.currentTarget.value as ReturnReason },
            })
          }
          options={RETURN_REASONS.map((value) => ({
            value,
            label: t(`admin-bank-lines.returnReasons.${value}`),
          }))}
        />
      ) : null}
      <Button
        size="dense"
        tone="quiet"
        aria-label={t('admin-bank-lines.removePartOf', { name: part.name })}
        onClick={onRemove}
      >
        {t('admin-bank-lines.removePart')}
      </Button>
    </li>
  );
}

/** The parts as they are typed: each new one begins with what is left of the line, and empty where nothing is. */
function useParts(line: WaitingLine) {
  const { locale } = useWords();
  const { amount } = useFormats();
  const [parts, setParts] = useState<readonly Part[]>([]);
  const minorOf = (part: Part) => readAmount(part.amount, line.currency, locale) ?? 0;
  const leftMinor = line.openMinor - parts.reduce((sum, part) => sum + minorOf(part), 0);
  const typed = (minor: number) => amount(minor, line.currency).replace(/[^\d.,]/g, '');
  const isWhole = parts.length === 1 ? leftMinor >= 0 : leftMinor === 0;
  return {
    parts,
    leftMinor,
    isReady: parts.length > 0 && parts.every((part) => minorOf(part) > 0) && isWhole,
    toSend: () => parts.map((part) => partOf(part, minorOf(part))),
    has: (key: string) => parts.some((part) => part.key === key),
    add(key: string, name: string, target: Target) {
      if (parts.length >= MAX_PARTS || parts.some((part) => part.key === key)) return;
      setParts([...parts, { key, name, target, amount: leftMinor > 0 ? typed(leftMinor) : '' }]);
    },
    change: (changed: Part) => setParts(parts.map((part) => (part.key === changed.key ? changed : part))),
    remove: (key: string) => setParts(parts.filter((part) => part.key !== key)),
  };
}

/** The ways to give a part to nobody of ours: back to its sender, or to the bank's charges; each once. */
function OtherTargets({
  line: { isReturnable, reason },
  has,
  onAdd,
}: {
  line: WaitingLine;
  has: (key: string) => boolean;
  onAdd: (key: string, name: string, target: Target) => void;
}) {
  const { t } = useWords();
  const may = useMay();
  return (
    <div className="cluster">
      {isReturnable && may('bankLines.return') && !has('return') ? (
        <Button
          size="dense"
          tone="quiet"
          onClick={() =>
            onAdd('return', t('admin-bank-lines.toSender'), {
              kind: 'return',
              reasonCode: returnReasonFor(reason),
            })
          }
        >
          {t('admin-bank-lines.returnPart')}
        </Button>
      ) : null}
      {has('bank-charges') ? null : (
        <Button
          size="dense"
          tone="quiet"
          onClick={() => onAdd('bank-charges', t('admin-bank-lines.charges'), { kind: 'bank-charges' })}
        >
          {t('admin-bank-lines.chargesPart')}
        </Button>
      )}
    </div>
  );
}

/**
 * Gives a receipt to one client or several (PAY-30); a part may go back to its sender (PAY-31), or to the bank's charges. Several parts sum to what
 * is left of the line. Whether others approve it first, the policy says, and the button with it.
 */
export function AllocateDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const { t } = useWords();
  const { amount } = useFormats();
  const { done, failed } = useAnnounce();
  const { parts, leftMinor, isReady, toSend, has, add, change, remove } = useParts(line);
  const { send, sending } = useSubmission(api.bankLines.allocate, {
    remembered: { name: `line-allocate:${line.id}` },
    onSuccess: () => {
      done('admin-bank-lines.allocated');
      void refresh(['bank']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-bank-lines.failed');
      void refresh(['bank']);
    },
  });
  const propose = useProposeWord('bankLines.allocate', isReady ? { id: line.id, parts: toSend() } : null);
  return (
    <SendingDialog
      open
      title={t('admin-bank-lines.splitTitle')}
      description={t('admin-bank-lines.splitText', { amount: amount(line.openMinor, line.currency) })}
      submit={propose ?? t('admin-bank-lines.splitSubmit')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      isReady={isReady}
      onConfirm={() => send({ id: line.id, parts: toSend() })}
      onClose={onClose}
    >
      <div className="stack">
        <ClientSearch
          label={t('admin-bank-lines.search')}
          chosen={null}
          first={line.proposals.map(({ accountId, holder }) => ({ id: accountId, name: holder }))}
          onChoose={(client) => {
            if (client) add(client.id, client.name, { kind: 'client', accountId: client.id });
          }}
          isAutofocused
        />
        <OtherTargets line={line} has={has} onAdd={add} />
        {parts.length > 0 ? (
          <ul className="line-parts">
            {parts.map((part) => (
              <PartFields
                key={part.key}
                part={part}
                suffix={currencyOf(line.currency).symbol}
                onChange={change}
                onRemove={() => remove(part.key)}
              />
            ))}
          </ul>
        ) : null}
        <p aria-live="polite">{t('admin-bank-lines.left', { amount: amount(leftMinor, line.currency) })}</p>
      </div>
    </SendingDialog>
  );
}
