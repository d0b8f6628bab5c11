import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { ReadFailed } from '../desk/read-failed.tsx';
import { ClientLink } from '../frame/permitted.tsx';

import type { PostingOfBooks } from './posting.ts';
import { ReversePostingDialog } from './reverse-posting-dialog.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';

/** The facts of a posting: event, days, who, what it rests on. */
function PostingFacts({ posting }: { posting: PostingOfBooks }) {
  const t = useT();
  const { day, moment } = useFormats();
  const { by, approvedBy, document, bookingDay, valueDay, occurredAt } = posting;
  return (
    <DefinitionList
      items={[
        { term: t('admin-corrections.writtenAt'), value: moment(occurredAt) },
        { term: t('admin-corrections.bookingDay'), value: day(bookingDay) },
        { term: t('admin-corrections.valueDay'), value: day(valueDay) },
        { term: t('admin-corrections.by'), value: by ?? t('admin.someone') },
        ...(approvedBy ? [{ term: t('admin-corrections.approvedBy'), value: approvedBy }] : []),
        {
          term: t('admin-corrections.document'),
          value: document
            ? t(`admin-corrections.documents.${document.kind}`)
            : t(
                posting.event === 'account-credit'
                  ? 'admin-corrections.documents.by-hand'
                  : 'admin-corrections.documents.none',
              ),
        },
      ]}
    />
  );
}

function Entries({ posting }: { posting: PostingOfBooks }) {
  const t = useT();
  return (
    <DataTable caption={t('admin-corrections.entries')}>
      <thead>
        <tr>
          <th scope="col">{t('admin-corrections.account')}</th>
          <th scope="col" data-numeric>
            {t('admin-corrections.amount')}
          </th>
          <th scope="col" data-numeric>
            {t('admin-corrections.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {posting.entries.map(({ code, client, currency, amountMinor, balanceAfterMinor }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a posting never change.
          <DataRow key={index}>
            <DataCell rowHeader>
              {client ? <ClientLink accountId={client.accountId}>{client.displayName}</ClientLink> : null}
              <span className={client ? 'cell-note' : undefined}>
                {t(`admin-overview.books.accounts.${code}`)}
              </span>
            </DataCell>
            <DataCell label={t('admin-corrections.amount')} numeric>
              <Amount minor={amountMinor} currency={currency} signed />
            </DataCell>
            <DataCell label={t('admin-corrections.after')} numeric>
              <Amount minor={balanceAfterMinor} currency={currency} />
            </DataCell>
          </DataRow>
        ))}
      </tbody>
    </DataTable>
  );
}

/** A posting of the books with its entries and its document, and what may be done to it (PAY-52, PAY-53, PAY-65). */
export function PostingDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const t = useT();
  const may = useMay();
  const [asked, setAsked] = useState<'reverse' | 'take-back' | null>(null);
  const read = useQuery(query.corrections.showPosting.queryOptions({ input: { id } }));
  const posting = read.data?.posting;
  if (posting && asked === 'reverse') return <ReversePostingDialog posting={posting} onClose={onClose} />;
  if (posting && asked === 'take-back') return <TakeBackDialog posting={posting} onClose={onClose} />;
  const mayReverse = posting?.remedies.includes('reverse') && may('corrections.reverse');
  const mayTakeBack = posting?.remedies.includes('take-back') && may('corrections.create');
  return (
    <Dialog
      open
      size="wide"
      title={title}
      description={t('admin-corrections.postingText')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={
        <>
          {mayTakeBack ? (
            <Button onClick={() => setAsked('take-back')}>{t('admin-corrections.takeBack')}</Button>
          ) : null}
          {mayReverse ? (
            <Button tone="danger-quiet" onClick={() => setAsked('reverse')}>
              {t('admin-corrections.reverse')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      {posting ? (
        <div className="stack">
          {posting.reversedBy ? (
            <p>
              <StatusBadge kind="idle">{t('admin-corrections.reversed')}</StatusBadge>
            </p>
          ) : null}
          {posting.reverses ? (
            <p>
              <StatusBadge kind="idle">{t('admin-corrections.isReversal')}</StatusBadge>
            </p>
          ) : null}
          <PostingFacts posting={posting} />
          <Entries posting={posting} />
        </div>
      ) : null}
      {posting ? null : <ReadFailed read={read} headingLevel="h3" />}
      {posting || read.isError ? null : <SkeletonList label={t('common.loading')} rows={5} />}
    </Dialog>
  );
}
