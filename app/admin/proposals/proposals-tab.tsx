import './proposals.css';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { PROPOSAL_LISTS } from '#contract/proposals.ts';
import { APPROVED_EXPORT_HOURS } from '#domain/desk/export.ts';
import { isCurrencyCode } from '#domain/money/currencies.ts';
import type { Permission } from '#domain/operations.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, RowLink } from '../../ui/data-table.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { ChooseRow } from '../desk/bulk/choice-boxes.tsx';
import { RowSelectionHost, useChoosable } from '../desk/bulk/row-selection.tsx';
import { SelectionBar } from '../desk/bulk/selection-bar.tsx';
import { useDeskState } from '../desk/desk.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { adminHref } from '../frame/sections.ts';
import { Deadline } from '../tasks/deadline.tsx';
import { ReasonDialog, WithdrawDialog } from './answer-dialogs.tsx';
import { useCommandWords } from './command-words.ts';
import { FourEyesSwitch } from './four-eyes-switch.tsx';
import { PoliciesView } from './policies-view.tsx';
import { ProposalDialog } from './proposal-dialogs.tsx';
import { amountOf, PROPOSAL_RED_MS, type Proposal, proposalLooks, useSlotWords } from './proposal-words.ts';
import { ReviewBy } from './review-by.tsx';

/** So many proposals are read at once. */
const ROWS = 50;

/** The name of the view of the policies in the address. */
const POLICIES = 'policies';

type Act = 'show' | 'refuse' | 'withdraw' | 'ratify' | 'contest';

/** Whether it was done in an emergency by somebody else and waits for its review (FOUR-24). */
const isToReview = ({ status, isOwn }: Proposal) => status === 'emergency' && !isOwn;

/** « À approuver »: what waits for the person, what they proposed, everything, and emergencies to review (FOUR-14, FOUR-24). */
export function ProposalsTab() {
  const { t } = useWords();
  const { get, set } = useDeskState();
  const may = useMay();
  const named = get('proposal') ?? '';
  const list = PROPOSAL_LISTS.find((one) => one === get('list')) ?? 'to-approve';
  // One that a link or the palette names, in whatever list it stands.
  const opened = useQuery({
    ...query.proposals.show.queryOptions({ input: { id: named } }),
    enabled: named !== '',
  });
  const showsPolicies = get('list') === POLICIES && may('policies.list');
  const [asking, setAsking] = useState<{ act: Act; proposal: Proposal } | null>(null);
  const close = () => setAsking(null);
  const answer = (act: Act, proposal: Proposal) => {
    set({ proposal: null }, { replace: true });
    setAsking({ act, proposal });
  };
  const refuseOf = (proposal: Proposal) =>
    proposal.canVote && may('proposals.refuse') ? () => answer('refuse', proposal) : null;
  const reviewOf = (proposal: Proposal) =>
    isToReview(proposal) && may('proposals.review')
      ? (act: 'ratify' | 'contest') => answer(act, proposal)
      : null;
  const hrefOf = (one: string) => adminHref('proposals', one === 'to-approve' ? {} : { list: one });
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-proposals.intro')}</p>
      </div>
      {may('policies.list') ? <FourEyesSwitch canToggle={may('proposals.toggle')} /> : null}
      <TabLinks
        label={t('admin-proposals.lists.label')}
        current={hrefOf(showsPolicies ? POLICIES : list)}
        links={[
          ...PROPOSAL_LISTS.map((one) => ({ href: hrefOf(one), label: t(`admin-proposals.lists.${one}`) })),
          ...(may('policies.list')
            ? [{ href: hrefOf(POLICIES), label: t('admin-proposals.policies.title') }]
            : []),
        ]}
      />
      {showsPolicies ? (
        <PoliciesView />
      ) : (
        <RowSelectionHost kind="proposal" of={list}>
          <ProposalList list={list} onAsk={(act, proposal) => setAsking({ act, proposal })} />
          {list === 'to-approve' ? <SelectionBar kind="proposal" /> : null}
        </RowSelectionHost>
      )}
      {opened.data && named !== '' ? (
        <ProposalDialog
          proposal={opened.data.proposal}
          onRefuse={refuseOf}
          onReview={reviewOf}
          onClose={() => set({ proposal: null }, { replace: true })}
        />
      ) : null}
      {asking?.act === 'show' ? (
        <ProposalDialog proposal={asking.proposal} onRefuse={refuseOf} onReview={reviewOf} onClose={close} />
      ) : null}
      {asking?.act === 'withdraw' ? <WithdrawDialog proposal={asking.proposal} onClose={close} /> : null}
      {asking && asking.act !== 'show' && asking.act !== 'withdraw' ? (
        <ReasonDialog proposal={asking.proposal} act={asking.act} onClose={close} />
      ) : null}
    </>
  );
}

function ProposalList({
  list,
  onAsk,
}: {
  list: (typeof PROPOSAL_LISTS)[number];
  onAsk: (act: Act, proposal: Proposal) => void;
}) {
  const { t } = useWords();
  const may = useMay();
  const found = useInfiniteQuery(
    query.proposals.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ list, cursor, limit: ROWS }),
      ...byCursor,
    }),
  );
  const proposals = found.data?.pages.flatMap((page) => page.proposals) ?? [];
  // Several of one operation are approved together (FOUR-25); what waits for others has no box.
  useChoosable(
    list,
    list === 'to-approve' && may('proposals.approve')
      ? proposals
          .filter(({ canVote }) => canVote)
          .map(({ id, status, reference, operation, inputHash }) => ({
            id,
            status,
            name: reference,
            amountMinor: 0,
            currency: 'EUR' as const,
            followedBy: null,
            proposed: { operation, inputHash },
          }))
      : [],
  );
  return (
    <RowTable
      list={found}
      count={proposals.length}
      below={<MoreRows list={found} label={t('admin-proposals.more')} />}
      skeletonRows={4}
      empty={{
        title: t(`admin-proposals.empty.${list}`),
        text: t(list === 'emergencies' ? 'admin-proposals.emptyEmergencies' : 'admin-proposals.emptyText'),
      }}
      caption={t(`admin-proposals.lists.${list}`)}
      columns={[
        { label: t('admin-proposals.columns.operation') },
        { label: t('admin-proposals.columns.amount'), isNumeric: true },
        { label: t('admin-proposals.columns.maker') },
        { label: t('admin-proposals.columns.approvals') },
        { label: t('admin-proposals.columns.end') },
        { label: t('admin-proposals.columns.actions'), isSpoken: true },
      ]}
    >
      {proposals.map((one) => (
        <ProposalRow
          key={one.id}
          proposal={one}
          isChoosable={list === 'to-approve' && one.canVote && may('proposals.approve')}
          may={may}
          ask={(act) => onAsk(act, one)}
        />
      ))}
    </RowTable>
  );
}

interface ProposalRowProps {
  proposal: Proposal;
  may: (permission: Permission) => boolean;
  ask: (act: Act) => void;
}

/** Takes the file out that others approved, while they let it (FOUR-22). */
function ApprovedFile({ input }: { input: Proposal['input'] }) {
  const { t } = useWords();
  const { failed } = useAnnounce();
  const { list, ...asked } = input as Readonly<Record<string, string>>;
  const exporting = useMutation({
    mutationFn: () => download(`/api/admin/exports/${list}?${new URLSearchParams(asked)}`),
    onError: (error) => failed(asProblem(error), 'admin.loadFailed'),
  });
  return (
    <Button
      size="dense"
      icon={<Download aria-hidden="true" />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {t('admin-proposals.acts.download')}
    </Button>
  );
}

/** Says whether a proposal is of a file that its reader may take out now. */
function isFileToTake({ operation, status, isOwn, input, endedAt }: Proposal, nowMs: number): boolean {
  return (
    operation === 'lists.export' &&
    status === 'executed' &&
    isOwn &&
    input !== null &&
    nowMs < Date.parse(endedAt ?? '') + APPROVED_EXPORT_HOURS * 3_600_000
  );
}

function ProposalActs({ proposal, may, ask }: ProposalRowProps) {
  const { t } = useWords();
  const { status, isOwn } = proposal;
  const now = useBankNow();
  return (
    <span className="cluster row-acts">
      <Button size="dense" data-shortcut="a" onClick={() => ask('show')}>
        {t('admin-proposals.acts.show')}
      </Button>
      {may('lists.export') && isFileToTake(proposal, now) ? <ApprovedFile input={proposal.input} /> : null}
      {proposal.canVote && may('proposals.refuse') ? (
        <Button size="dense" data-shortcut="r" onClick={() => ask('refuse')}>
          {t('admin-proposals.acts.refuse')}
        </Button>
      ) : null}
      {isOwn && status === 'awaiting' && may('proposals.withdraw') ? (
        <Button size="dense" onClick={() => ask('withdraw')}>
          {t('admin-proposals.acts.withdraw')}
        </Button>
      ) : null}
      {isToReview(proposal) && may('proposals.review') ? (
        <>
          <Button size="dense" onClick={() => ask('ratify')}>
            {t('admin-proposals.acts.ratify')}
          </Button>
          <Button size="dense" onClick={() => ask('contest')}>
            {t('admin-proposals.acts.contest')}
          </Button>
        </>
      ) : null}
    </span>
  );
}

/** The amount of the operation, and the sum that the rule compares where that is another (FOUR-6). */
function ProposalAmount({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { amount } = useFormats();
  const { comparedEurMinor: compared, currency } = proposal;
  const minor = amountOf(proposal);
  if (compared === null && minor === null) return t('admin-proposals.noRate');
  if (minor === null || !isCurrencyCode(currency)) return compared ? amount(compared, 'EUR') : '–';
  const isOther = compared !== null && compared !== 0 && (compared !== minor || currency !== 'EUR');
  return (
    <>
      {amount(minor, currency)}
      {isOther ? (
        <span className="cell-note compared-note">
          {t('admin-proposals.comparedAs', { amount: amount(compared, 'EUR') })}
        </span>
      ) : null}
      {compared === null ? <span className="cell-note">{t('admin-proposals.noRate')}</span> : null}
    </>
  );
}

function ProposalRow({ proposal, isChoosable, may, ask }: ProposalRowProps & { isChoosable: boolean }) {
  const { t } = useWords();
  const { moment } = useFormats();
  const inWords = useSlotWords();
  const { aboutOf } = useCommandWords();
  const { status, slots } = proposal;
  const filled = slots.filter(({ filledBy }) => filledBy !== null).length;
  return (
    <DataRow data-row={proposal.id}>
      <DataCell rowHeader>
        <span className="row-choice">
          {isChoosable ? <ChooseRow id={proposal.id} name={proposal.reference} /> : null}
          <span>
            <RowLink onClick={() => ask('show')}>
              {t(`admin-proposals.operations.${proposal.operation}`)}
            </RowLink>
            <span className="cell-note">
              {[
                proposal.reference,
                proposal.client?.displayName,
                proposal.memberName,
                aboutOf(proposal.input),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </span>
      </DataCell>
      <DataCell label={t('admin-proposals.columns.amount')} numeric>
        <ProposalAmount proposal={proposal} />
      </DataCell>
      <DataCell label={t('admin-proposals.columns.maker')}>
        {proposal.maker.name ?? t('admin-proposals.formerPerson')}
        <span className="cell-note">{moment(proposal.madeAt)}</span>
      </DataCell>
      <DataCell label={t('admin-proposals.columns.approvals')}>
        <StatusBadge kind={proposalLooks[status]}>
          {status === 'awaiting'
            ? t('admin-proposals.filled', { filled, of: slots.length })
            : t(`admin-proposals.states.${status}`)}
        </StatusBadge>
        <span className="cell-note">{inWords(slots)}</span>
        {proposal.isUnfillable ? <span className="cell-note">{t('admin-proposals.nobodyLeft')}</span> : null}
      </DataCell>
      <DataCell label={t('admin-proposals.columns.end')}>
        {proposal.endedAt && status !== 'emergency' ? moment(proposal.endedAt) : null}
        {status === 'emergency' ? <ReviewBy proposal={proposal} /> : null}
        {status === 'awaiting' ? (
          <Deadline since={proposal.madeAt} dueAt={proposal.expiresAt} redMs={PROPOSAL_RED_MS} />
        ) : null}
      </DataCell>
      <DataCell>
        <ProposalActs proposal={proposal} may={may} ask={ask} />
      </DataCell>
    </DataRow>
  );
}
