import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { reviewedRecall } from '#contract/recalls.ts';
import { RECALL_ANSWERS } from '#domain/withdrawals/recalls.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { byCursor, query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { MoreRows } from '../desk/more-rows.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { ClientLink, Permitted } from '../frame/permitted.tsx';
import { adminHref } from '../frame/sections.ts';
import { InformDialog, RecordRecallDialog } from './recall-dialogs.tsx';

type Recall = z.infer<typeof reviewedRecall>;

const ROWS = 30;

/** What staff may record next of a demand of our client's (PAY-41). */
function RecallSteps({ recall, onInform }: { recall: Recall; onInform: () => void }) {
  const t = useT();
  const today = useBankDay();
  const { done, failed } = useAnnounce();
  const { send, sending } = useSubmission(api.recalls.follow, {
    onSuccess: () => {
      done('admin-withdrawals.recalls.recorded');
      void refresh(['withdrawals']);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-withdrawals.recalls.failed');
      void refresh(['withdrawals']);
    },
  });
  const { id, kind, bankAskedOn, answer, informationAskedAt, information } = recall;
  const isBusy = sending.state === 'sending';
  if (kind === 'received') return null;
  if (!bankAskedOn)
    return (
      <Button size="dense" loading={isBusy} onClick={() => send({ id, bankAskedOn: today })}>
        {t('admin-withdrawals.recalls.askBank')}
      </Button>
    );
  if (!answer)
    return (
      <>
        {RECALL_ANSWERS.map((one) => (
          <Button key={one} size="dense" loading={isBusy} onClick={() => send({ id, answer: one })}>
            {t(`admin-withdrawals.recalls.answer.${one}`)}
          </Button>
        ))}
      </>
    );
  return informationAskedAt && !information ? (
    <Button size="dense" onClick={onInform}>
      {t('admin-withdrawals.recalls.inform')}
    </Button>
  ) : null;
}

function RecallState({ recall }: { recall: Recall }) {
  const t = useT();
  const { day } = useFormats();
  const today = useBankDay();
  const { answer, answeredOn, answerBy, bankAskedOn, informationAskedAt, information } = recall;
  const notes = [
    answer && answeredOn
      ? t(`admin-withdrawals.recalls.answered.${answer}`, { date: day(answeredOn) })
      : answerBy
        ? t(answerBy < today ? 'admin-withdrawals.recalls.over' : 'admin-withdrawals.recalls.until', {
            date: day(answerBy),
          })
        : bankAskedOn
          ? t('admin-withdrawals.recalls.bankAsked', { date: day(bankAskedOn) })
          : t('admin-withdrawals.recalls.toAsk'),
    informationAskedAt && !information
      ? t('admin-withdrawals.recalls.wanted', { date: day(informationAskedAt) })
      : null,
    information ? t('admin-withdrawals.recalls.informed') : null,
  ].filter((note) => note !== null);
  return notes.map((note) => (
    <span className="cell-note" key={note}>
      {note}
    </span>
  ));
}

function RecallRow({ recall, onInform }: { recall: Recall; onInform: () => void }) {
  const t = useT();
  const { day } = useFormats();
  return (
    <DataRow data-row={recall.id}>
      <DataCell rowHeader>
        <ClientLink accountId={recall.client.accountId}>{recall.client.displayName}</ClientLink>
        <span className="cell-note">
          {t(`admin-withdrawals.recalls.kind.${recall.kind}`)}, {day(recall.createdAt)}
        </span>
      </DataCell>
      <DataCell label={t('admin-withdrawals.amount')} numeric>
        <Amount minor={recall.amountMinor} currency={recall.currency} />
      </DataCell>
      <DataCell label={t('admin-withdrawals.recalls.demand')}>
        {t(`admin-withdrawals.recallReasons.${recall.reason}`)}
        {recall.payerName ? <span className="cell-note">{recall.payerName}</span> : null}
      </DataCell>
      <DataCell label={t('admin-withdrawals.recalls.state')}>
        <RecallState recall={recall} />
      </DataCell>
      <DataCell>
        <RowActions>
          <Permitted to="recalls.follow">
            <RecallSteps recall={recall} onInform={onInform} />
          </Permitted>
          {recall.withdrawalId ? (
            <a className="nowrap" href={adminHref('withdrawals', { withdrawal: recall.withdrawalId })}>
              {t('admin-withdrawals.recalls.transfer')}
            </a>
          ) : null}
        </RowActions>
      </DataCell>
    </DataRow>
  );
}

/** « Rappels »: demands for money that has arrived, of our clients and of other banks (PAY-41, PAY-42). */
export function RecallsView() {
  const t = useT();
  const [isRecording, setIsRecording] = useState(false);
  const [informing, setInforming] = useState<string | null>(null);
  const list = useInfiniteQuery(
    query.recalls.review.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: ROWS }),
      ...byCursor,
    }),
  );
  const recalls = list.data?.pages.flatMap((page) => page.recalls) ?? [];
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-withdrawals.recalls.intro')}</p>
        <Permitted to="recalls.record">
          <Button onClick={() => setIsRecording(true)}>{t('admin-withdrawals.recalls.record')}</Button>
        </Permitted>
      </div>
      <RowTable
        list={list}
        count={recalls.length}
        skeletonRows={6}
        empty={{
          title: t('admin-withdrawals.recalls.none'),
          text: t('admin-withdrawals.recalls.noneText'),
        }}
        caption={t('admin-withdrawals.recalls.caption')}
        columns={[
          { label: t('admin.client') },
          { label: t('admin-withdrawals.amount'), isNumeric: true },
          { label: t('admin-withdrawals.recalls.demand') },
          { label: t('admin-withdrawals.recalls.state') },
          { label: t('admin.decision') },
        ]}
        below={<MoreRows list={list} label={t('admin-withdrawals.recalls.more')} />}
      >
        {recalls.map((recall) => (
          <RecallRow key={recall.id} recall={recall} onInform={() => setInforming(recall.id)} />
        ))}
      </RowTable>
      {isRecording ? <RecordRecallDialog onClose={() => setIsRecording(false)} /> : null}
      {informing ? <InformDialog id={informing} onClose={() => setInforming(null)} /> : null}
    </>
  );
}
