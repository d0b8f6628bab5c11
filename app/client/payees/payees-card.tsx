import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { payee } from '#contract/payees.ts';
import { maskedIban } from '#domain/accounts/iban.ts';
import { api } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../../ui/states.tsx';
import { useConfirmedAct } from '../frame/confirmed-act.ts';
import { PayeeDialog } from './payee-dialog.tsx';

type Payee = z.infer<typeof payee>;
type Kept = Payee & { readonly id: string; readonly name: string };

/** What a payee is called in the list. */
const labelOf = ({ nickname, name }: Payee) => nickname || name;

const isKept = (one: Payee): one is Kept => one.id !== null && one.name !== null;

function RemoveDialog({ asked, onClose }: { asked: Kept; onClose: () => void }) {
  const t = useT();
  const { send, sending } = useConfirmedAct(api.payees.remove, {
    done: () => ({ title: t('client-transfers.payees.removed') }),
    rereads: ['payees'],
    onClose,
  });
  return (
    <ConfirmDialog
      size="small"
      tone="danger"
      title={t('client-transfers.payees.removeTitle', { name: labelOf(asked) ?? '' })}
      description={t('client-transfers.payees.removeText')}
      submit={t('client-transfers.payees.remove')}
      submitting={t('client-transfers.payees.removing')}
      sending={sending}
      onClose={onClose}
      onConfirm={() => send({ id: asked.id })}
    />
  );
}

function PayeeRow({
  one,
  onKeep,
  onChange,
  onRemove,
}: {
  one: Payee;
  onKeep: () => void;
  onChange: (kept: Kept) => void;
  onRemove: (kept: Kept) => void;
}) {
  const t = useT();
  const format = useFormats();
  const label = labelOf(one) ?? t('client-transfers.payees.unnamed');
  const isNamedApart = one.nickname !== null && one.nickname !== '' && one.name !== null;
  return (
    <li className="payee-row" data-row={one.id ?? one.iban}>
      <div className="request-text">
        <p className="request-title">{label}</p>
        <p className="request-note">
          {isNamedApart ? <>{one.name} · </> : null}
          {one.bankName} · <span className="tabular nowrap">{maskedIban(one.iban)}</span>
        </p>
        <p className="request-note">
          {one.lastUsedAt
            ? t('client-transfers.payees.used', { day: format.day(one.lastUsedAt) })
            : t('client-transfers.payees.unused')}
          {one.checkedAt ? (
            <> · {t('client-transfers.payees.checked', { day: format.day(one.checkedAt) })}</>
          ) : null}
        </p>
      </div>
      <div className="cluster">
        {isKept(one) ? (
          <>
            <Button
              size="dense"
              aria-label={t('client-transfers.payees.changeOf', { name: label })}
              onClick={() => onChange(one)}
            >
              {t('client-transfers.payees.change')}
            </Button>
            <Button
              size="dense"
              tone="danger-quiet"
              aria-label={t('client-transfers.payees.removeOf', { name: label })}
              onClick={() => onRemove(one)}
            >
              {t('client-transfers.payees.remove')}
            </Button>
          </>
        ) : (
          <Button
            size="dense"
            aria-label={t('client-transfers.payees.keepOf', { name: label })}
            onClick={onKeep}
          >
            {t('client-transfers.payees.keep')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** « Mes bénéficiaires »: whom the client keeps to pay, and whom they paid before. IBANs show their end only. */
export function PayeesCard() {
  const t = useT();
  const asked = useQuery(query.payees.list.queryOptions());
  /** The payee that the dialog is about: one to change, one to begin with, or `new`. */
  const [edited, setEdited] = useState<Payee | 'new' | null>(null);
  const [removed, setRemoved] = useState<Kept | null>(null);
  const list = asked.data?.payees;
  return (
    <Card
      title={t('client-transfers.payees.title')}
      flush
      actions={
        <Button size="dense" onClick={() => setEdited('new')}>
          {t('client-transfers.payees.add')}
        </Button>
      }
    >
      {list === undefined ? (
        asked.isError ? (
          <ErrorState
            title={t('client-transfers.payees.loadFailed')}
            retryLabel={t('common.retry')}
            retrying={asked.isFetching}
            onRetry={() => void asked.refetch()}
          />
        ) : (
          <SkeletonList label={t('common.loading')} rows={2} />
        )
      ) : list.length === 0 ? (
        <EmptyState title={t('client-transfers.payees.empty')}>
          {t('client-transfers.payees.emptyText')}
        </EmptyState>
      ) : (
        <ul className="payee-rows">
          {list.map((one) => (
            <PayeeRow
              key={one.id ?? one.iban}
              one={one}
              onKeep={() => setEdited(one)}
              onChange={setEdited}
              onRemove={setRemoved}
            />
          ))}
        </ul>
      )}
      {edited ? (
        <PayeeDialog payee={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
      {removed ? <RemoveDialog asked={removed} onClose={() => setRemoved(null)} /> : null}
    </Card>
  );
}
