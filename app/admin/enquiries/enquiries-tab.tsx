import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { enquiry } from '#contract/enquiries.ts';
import { ENQUIRY_STATES } from '#domain/enquiries/enquiry.ts';
import { api } from '../../api/client.ts';
import { byCursor, query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, DataTable, RowLink } from '../../ui/data-table.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, SkeletonList } from '../../ui/states.tsx';
import { Age } from '../desk/age.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { Desk, DeskPanel, useDeskState } from '../desk/desk.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { ReadFailed } from '../desk/read-failed.tsx';
import { SearchField } from '../desk/search-field.tsx';

type Enquiry = z.infer<typeof enquiry>;

const ROWS = 50;
const looks = { new: 'waiting', answered: 'done' } as const;

function EnquiryFilters({
  q,
  state,
}: {
  q: string | undefined;
  state: (typeof ENQUIRY_STATES)[number] | undefined;
}) {
  const t = useT();
  const { set } = useDeskState();
  return (
    <search className="filter-bar">
      <SearchField
        label={t('admin-enquiries.search')}
        hint={t('admin-enquiries.searchHint')}
        value={q ?? ''}
        onSearch={(text) => set({ q: text, enquiry: null }, { replace: true })}
      />
      <Select
        hideLabel
        label={t('admin.filterByState')}
        value={state ?? 'all'}
        options={[
          ...ENQUIRY_STATES.map((value) => ({ value, label: t(`admin-enquiries.states.${value}`) })),
          { value: 'all', label: t('admin.allStates') },
        ]}
        onChange={(event) => set({ state: event.target.value, enquiry: null })}
      />
    </search>
  );
}

/** Messages that visitors sent by the site: the new ones first asked for, searched, read, answered by mail and marked so. */
export function EnquiriesTab() {
  const t = useT();
  const { get, set } = useDeskState();
  const q = get('q') || undefined;
  const asked = get('state') ?? 'new';
  const state = ENQUIRY_STATES.find((known) => known === asked);
  const opened = get('enquiry');
  const list = useInfiniteQuery(
    query.enquiries.review.infiniteOptions({
      input: (cursor: string | undefined) => ({ state, q, cursor, limit: ROWS }),
      ...byCursor,
      placeholderData: (previous) => previous,
    }),
  );
  const enquiries = list.data?.pages.flatMap((page) => page.enquiries) ?? [];
  const isFiltered = q !== undefined;
  return (
    <>
      <p className="desk-intro">{t('admin-enquiries.intro')}</p>
      <EnquiryFilters q={q} state={state} />
      <Desk
        list={
          <ListFrame
            list={list}
            count={enquiries.length}
            empty={
              <EmptyState
                headingLevel="h2"
                title={t(isFiltered ? 'admin-enquiries.noneFound' : 'admin-enquiries.emptyTitle')}
              >
                {t(isFiltered ? 'admin-enquiries.noneFoundText' : 'admin-enquiries.emptyText')}
              </EmptyState>
            }
          >
            <DataTable caption={t('admin-enquiries.caption')} busy={list.isPlaceholderData}>
              <thead>
                <tr>
                  <th scope="col">{t('admin-enquiries.from')}</th>
                  <th scope="col">{t('admin-enquiries.subject')}</th>
                  <th scope="col">{t('admin-enquiries.state')}</th>
                </tr>
              </thead>
              <tbody>
                {enquiries.map((each) => (
                  <EnquiryRow
                    key={each.id}
                    enquiry={each}
                    isOpened={each.id === opened}
                    onOpen={() => set({ enquiry: each.id })}
                  />
                ))}
              </tbody>
            </DataTable>
            <MoreRows list={list} label={t('admin.showMore')} />
          </ListFrame>
        }
        panel={opened ? <EnquiryPanel id={opened} onClose={() => set({ enquiry: null })} /> : null}
      />
    </>
  );
}

function EnquiryRow({
  enquiry,
  isOpened,
  onOpen,
}: {
  enquiry: Enquiry;
  isOpened: boolean;
  onOpen: () => void;
}) {
  const t = useT();
  return (
    <DataRow selected={isOpened} data-row={enquiry.id}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen} aria-expanded={isOpened}>
          {enquiry.name}
        </RowLink>
        <span className="cell-note">{enquiry.email}</span>
      </DataCell>
      <DataCell label={t('admin-enquiries.subject')}>
        {enquiry.subject}
        <span className="cell-note">
          <span className="tabular">{enquiry.reference}</span> · <Age since={enquiry.receivedAt} />
        </span>
      </DataCell>
      <DataCell label={t('admin-enquiries.state')}>
        <StatusBadge kind={looks[enquiry.state]}>{t(`admin-enquiries.status.${enquiry.state}`)}</StatusBadge>
      </DataCell>
    </DataRow>
  );
}

type WholeEnquiry = Awaited<ReturnType<typeof api.enquiries.reviewOne>>['enquiry'];

function EnquiryFacts({ enquiry }: { enquiry: WholeEnquiry }) {
  const t = useT();
  const { moment } = useFormats();
  const subject = encodeURIComponent(`${enquiry.reference} - ${enquiry.subject}`);
  return (
    <>
      <DefinitionList
        items={[
          { term: t('admin-enquiries.from'), value: enquiry.name },
          {
            term: t('admin-enquiries.email'),
            value: <a href={`mailto:${enquiry.email}?subject=${subject}`}>{enquiry.email}</a>,
          },
          { term: t('admin-enquiries.form'), value: t(`admin-enquiries.kinds.${enquiry.kind}`) },
          { term: t('admin-enquiries.receivedAt'), value: moment(enquiry.receivedAt) },
          ...(enquiry.answeredAt
            ? [
                {
                  term: t('admin-enquiries.answeredAt'),
                  value: `${moment(enquiry.answeredAt)}, ${enquiry.answeredBy ?? t('admin.someone')}`,
                },
              ]
            : []),
        ]}
      />
      <section className="desk-panel-part">
        <h3>{t('admin-enquiries.text')}</h3>
        <p className="enquiry-text">{enquiry.text}</p>
        <p className="cell-note">{t('admin-enquiries.unproved')}</p>
      </section>
    </>
  );
}

/** Marks the message as answered. */
function CloseEnquiry({ id }: { id: string }) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const closing = useSubmission(api.enquiries.close, {
    onSuccess: () => {
      done('admin-enquiries.closed');
      void refresh(['enquiries']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-enquiries.closeFailed');
      void refresh(['enquiries']);
    },
  });
  return (
    <Button
      tone="primary"
      icon={<Check aria-hidden="true" />}
      loading={closing.isSending}
      loadingText={t('admin-enquiries.closing')}
      onClick={() => closing.send({ id })}
    >
      {t('admin-enquiries.close')}
    </Button>
  );
}

function RemoveEnquiryDialog({
  enquiry,
  onRemoved,
  onClose,
}: {
  enquiry: WholeEnquiry;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const removal = useSubmission(api.enquiries.remove, {
    onSuccess: () => {
      done('admin-enquiries.removed');
      onClose();
      onRemoved();
      void refresh(['enquiries']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-enquiries.removeFailed');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      size="small"
      title={t('admin-enquiries.removeTitle')}
      description={t('admin-enquiries.removeText')}
      submit={t('admin-enquiries.removeConfirm')}
      submitting={t('admin-enquiries.removing')}
      tone="danger"
      sending={removal.sending}
      onConfirm={() => removal.send({ id: enquiry.id })}
      onClose={onClose}
    >
      <DefinitionList
        look="ledger"
        items={[
          { term: t('admin-enquiries.from'), value: enquiry.name },
          { term: t('admin-enquiries.reference'), value: enquiry.reference },
        ]}
      />
    </ConfirmDialog>
  );
}

function EnquiryPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const may = useMay();
  const [isRemoving, setIsRemoving] = useState(false);
  const found = useQuery(query.enquiries.reviewOne.queryOptions({ input: { id } }));
  const enquiry = found.data?.enquiry;
  return (
    <DeskPanel
      id={id}
      title={enquiry ? enquiry.subject : t('admin-enquiries.one')}
      overline={enquiry?.reference}
      onClose={onClose}
    >
      {found.isPending ? <SkeletonList label={t('common.loading')} rows={6} /> : null}
      <ReadFailed read={found} headingLevel="h3" />
      {enquiry ? (
        <>
          <EnquiryFacts enquiry={enquiry} />
          <div className="cluster">
            {enquiry.state === 'new' && may('enquiries.close') ? <CloseEnquiry id={id} /> : null}
            {may('enquiries.remove') ? (
              <Button tone="quiet" icon={<Trash aria-hidden="true" />} onClick={() => setIsRemoving(true)}>
                {t('admin-enquiries.remove')}
              </Button>
            ) : null}
          </div>
          {isRemoving ? (
            <RemoveEnquiryDialog enquiry={enquiry} onRemoved={onClose} onClose={() => setIsRemoving(false)} />
          ) : null}
        </>
      ) : null}
    </DeskPanel>
  );
}
