import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { type ApiProblem, problemWords } from '../../api/problem.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ClientLink } from '../frame/permitted.tsx';

import { Deadline } from '../tasks/deadline.tsx';
import { type DialogProps, useEnd } from './answer-dialogs.tsx';
import { BatchTransfers, MadeBatch } from './batch-transfers.tsx';
import { WITHOUT_WORDS } from './command-fields.ts';
import { useCommandWords } from './command-words.ts';
import { usePanelKeys } from './panel-keys.ts';
import { PROPOSAL_RED_MS, type Proposal, useRuleWords, useSlotWords } from './proposal-words.ts';
import { ReviewBy } from './review-by.tsx';
import { Today, useComparedFields } from './today.tsx';

/** What its maker saw beside what is there now; a difference is said in words, not by colour alone (FOUR-14). */
function Differences({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { moment } = useFormats();
  const { nameOf, inWordsOf } = useCommandWords();
  const { seen, now, changed, shown, currency, maker, madeAt } = proposal;
  const names = Object.keys(seen).filter((name) => !WITHOUT_WORDS.has(name));
  // The clients of a receipt stand in its parts.
  const beside = Object.keys(shown).filter((name) => name !== 'clients' && !WITHOUT_WORDS.has(name));
  const situation =
    names.length === 0 ? null : (
      <div>
        <p className="quiet">
          {t('admin-proposals.seenBy', {
            by: maker.name ?? t('admin-proposals.formerPerson'),
            at: moment(madeAt),
          })}
        </p>
        <DefinitionList
          items={names.map((name) => ({ term: nameOf(name), value: inWordsOf(name, seen[name], currency) }))}
        />
      </div>
    );
  if (proposal.status !== 'awaiting') return situation;
  if (now === null) return <Notice tone="warning" title={t('admin-proposals.gone')} />;
  return (
    <>
      {situation}
      {beside.length > 0 ? (
        <DefinitionList
          items={beside.map((name) => ({
            term: nameOf(name),
            value: inWordsOf(name, shown[name], currency),
            strong: true,
          }))}
        />
      ) : null}
      {changed.length === 0 ? (
        <p className="quiet">{t('admin-proposals.unchanged')}</p>
      ) : (
        <Notice tone="warning" title={t('admin-proposals.changed')}>
          {/* FOUR-16: the last approval would find it stale. */}
          <p>{t('admin-proposals.changedText')}</p>
          <DefinitionList
            items={changed.map((name) => ({
              term: nameOf(name),
              value: t('admin-proposals.beforeAfter', {
                before: inWordsOf(name, seen[name], currency),
                after: inWordsOf(name, now[name], currency),
              }),
            }))}
          />
        </Notice>
      )}
    </>
  );
}

/** The row of the policy that applied, the approvals that it asks for, and what the voters said. */
function RuleAndVotes({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const when = useRuleWords();
  const { rule, policyVersion: version, status } = proposal;
  return (
    <DefinitionList
      items={[
        {
          term: t('admin-proposals.rule'),
          value: rule
            ? version > 0
              ? t('admin-proposals.ruleVersion', { rule: when(rule), version })
              : when(rule)
            : t('admin-proposals.beyondMaker'),
        },
        ...proposal.slots.map(({ labels, filledBy }, index) => ({
          key: `slot-${index}`,
          term: labels.join(` ${t('admin-proposals.or')} `),
          value:
            filledBy ?? t(status === 'awaiting' ? 'admin-proposals.missing' : 'admin-proposals.notGiven'),
        })),
        ...proposal.votes
          .filter(({ reason }) => reason)
          .map(({ by, reason, decision }, index) => ({
            key: `vote-${index}`,
            term: t(`admin-proposals.votes.${decision}`, { by: by ?? t('admin-proposals.formerPerson') }),
            value: reason,
          })),
      ]}
    />
  );
}

/** Why it was done without a second approval, and until when it has to be reviewed (FOUR-24). */
function useEmergencyFacts({ emergency, status, ...rest }: Proposal) {
  const { t, tKey } = useWords();
  if (!emergency) return [];
  return [
    {
      term: t('admin-proposals.emergency.category'),
      value: tKey(`admin-proposals.emergency.categories.${emergency.category}`),
    },
    { term: t('admin-proposals.emergencyReason'), value: emergency.reason },
    ...(status === 'emergency'
      ? [
          {
            term: t('admin-proposals.columns.end'),
            value: <ReviewBy proposal={{ ...rest, emergency, status }} namesDay />,
          },
        ]
      : []),
  ];
}

/** The command in words; null once it is blanked. */
function useCommandFacts(proposal: Proposal) {
  const { facts } = useCommandWords();
  // The transfers of a file stand below, in place of their number, as does what is compared with today.
  const below = [
    ...(proposal.transfers.length > 0 ? ['withdrawalIds', 'returnIds'] : []),
    ...useComparedFields(proposal),
  ];
  if (proposal.input === null) return null;
  const read = Object.entries(proposal.input).filter(([name]) => !below.includes(name));
  return facts(Object.fromEntries(read), proposal);
}

function ProposalDetails({ proposal }: { proposal: Proposal }) {
  const { t, tKey } = useWords();
  const emergency = useEmergencyFacts(proposal);
  const { amount, moment } = useFormats();
  const command = useCommandFacts(proposal);
  const who = [
    { term: t('admin-proposals.maker'), value: proposal.maker.name ?? t('admin-proposals.formerPerson') },
    { term: t('admin-proposals.madeAt'), value: moment(proposal.madeAt) },
    ...(proposal.comparedEurMinor
      ? [
          {
            term: t('admin-proposals.compared'),
            value: amount(proposal.comparedEurMinor, 'EUR'),
            strong: true,
          },
        ]
      : []),
    ...(proposal.memberName
      ? [{ term: t('admin-proposals.member'), value: proposal.memberName, strong: true }]
      : []),
    ...(proposal.client
      ? [
          {
            term: t('admin-proposals.client'),
            value: (
              <ClientLink accountId={proposal.client.accountId}>{proposal.client.displayName}</ClientLink>
            ),
          },
        ]
      : []),
    ...(proposal.status === 'awaiting'
      ? [
          {
            term: t('admin-proposals.columns.end'),
            value: <Deadline since={proposal.madeAt} dueAt={proposal.expiresAt} redMs={PROPOSAL_RED_MS} />,
          },
        ]
      : []),
    ...(proposal.comment ? [{ term: t('admin-proposals.commentOfMaker'), value: proposal.comment }] : []),
    ...emergency,
  ];
  return (
    <div className="stack">
      {command === null ? <p>{t('admin-proposals.blanked')}</p> : null}
      {command !== null && command.length > 0 ? <DefinitionList items={command} /> : null}
      <BatchTransfers transfers={proposal.transfers} />
      <MadeBatch id={proposal.batchId} />
      <Today proposal={proposal} />
      <DefinitionList items={who} />
      <Differences proposal={proposal} />
      {proposal.refusalCode && proposal.status === 'awaiting' ? (
        <Notice tone="warning" title={t('admin-proposals.lastAttempt')}>
          {tKey(`errors.${proposal.refusalCode}.title`)}
        </Notice>
      ) : null}
      {proposal.isUnfillable ? (
        <Notice tone="warning" title={t('admin-proposals.nobodyLeft')}>
          {t('admin-proposals.nobodyLeftText')}
        </Notice>
      ) : null}
      <RuleAndVotes proposal={proposal} />
    </div>
  );
}

/** On a telephone a proposal is approved once its end was in sight (FOUR-14); where it is read at a glance, at once. */
function useReadToEnd(): { readonly end: RefObject<HTMLDivElement | null>; readonly isRead: boolean } {
  const end = useRef<HTMLDivElement>(null);
  const [isRead, setRead] = useState(() => !matchMedia('(max-width: 639px)').matches);
  useEffect(() => {
    if (isRead || !end.current) return;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setRead(true);
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isRead]);
  return { end, isRead };
}

/** Why a vote was not what it meant to be, in the panel beside what was read (FOUR-14); what the connection did is said by the dialog. */
function VoteProblem({ problem }: { problem: ApiProblem | null }) {
  const { tKey } = useWords();
  if (!problem || problem.isShown) return null;
  const { title, detail } = problemWords(problem, tKey);
  return (
    <Notice
      tone={problem.code === 'proposal.policy-raised' ? 'warning' : 'danger'}
      live="assertive"
      title={title}
      // It stands at the end, where the buttons are pressed; a long proposal may be scrolled elsewhere.
      ref={(notice) => notice?.scrollIntoView({ block: 'nearest' })}
    >
      {detail}
    </Notice>
  );
}

/** What stands under the name of the operation: whose approval it needs, or how it ended. */
function useLead({ status, slots }: Proposal): string {
  const { t } = useWords();
  const inWords = useSlotWords();
  if (status === 'awaiting') return t('admin-proposals.needs', { slots: inWords(slots) });
  return t(`admin-proposals.states.${status}`);
}

/** A proposal whole, read again when it opens; who may vote on it approves or refuses it here, after having read it. */
export function ProposalDialog({
  proposal: listed,
  onRefuse,
  onReview,
  onClose,
}: DialogProps & {
  onRefuse: (proposal: Proposal) => (() => void) | null;
  /** Answers what was done in an emergency; null for who may not. */
  onReview: (proposal: Proposal) => ((act: 'ratify' | 'contest') => void) | null;
}) {
  const { t } = useWords();
  const inWords = useSlotWords();
  const end = useEnd(onClose);
  const read = useReadToEnd();
  // A colleague may vote, or what it rests on may change, while it is read.
  const { data } = useQuery({
    ...query.proposals.show.queryOptions({ input: { id: listed.id } }),
    initialData: { proposal: listed },
    initialDataUpdatedAt: 0,
  });
  const { proposal } = data;
  const { send, sending, problem } = useSubmission(api.proposals.approve, {
    onSuccess: ({ proposal: { status, slots } }) =>
      status === 'executed'
        ? end.onSuccess('admin-proposals.executed')
        : end.onSuccess(
            'admin-proposals.counted',
            t('admin-proposals.stillMissing', {
              slots: inWords(slots.filter(({ filledBy }) => filledBy === null)),
            }),
          ),
    onProblem: () => void refresh(['proposals']),
  });
  const lead = useLead(proposal);
  const refuse = onRefuse(proposal);
  const review = onReview(proposal);
  usePanelKeys(refuse);
  return (
    <ConfirmDialog
      size="wide"
      title={t(`admin-proposals.operations.${proposal.operation}`)}
      description={lead}
      leave={t('common.close')}
      other={
        refuse ? (
          <Button tone="danger-quiet" onClick={refuse}>
            {t('admin-proposals.acts.refuse')}
          </Button>
        ) : review ? (
          <>
            <Button tone="danger-quiet" onClick={() => review('contest')}>
              {t('admin-proposals.acts.contest')}
            </Button>
            <Button onClick={() => review('ratify')}>{t('admin-proposals.acts.ratify')}</Button>
          </>
        ) : undefined
      }
      isReady={read.isRead}
      submit={
        proposal.canVote ? t(read.isRead ? 'admin-proposals.approve' : 'admin-proposals.readToEnd') : null
      }
      submitting={t('admin-proposals.approving')}
      sending={sending}
      onConfirm={() => send({ id: proposal.id, inputHash: proposal.inputHash })}
      onClose={onClose}
    >
      <ProposalDetails proposal={proposal} />
      <VoteProblem problem={problem} />
      <div ref={read.end} />
    </ConfirmDialog>
  );
}
