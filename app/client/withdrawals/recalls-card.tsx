import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { recall } from '#contract/recalls.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toasts.ts';

type Recall = z.infer<typeof recall>;

/** Sends an answer to another bank's demand, or asks for information; both are told by a toast. */
function useRecallCalls(onDone: () => void) {
  const t = useT();
  const showProblem = useProblemToast();
  const handlers = {
    onSuccess: () => {
      void refresh(['withdrawals', 'account']);
      toast({ title: t('client-transfers.recall.answered') });
      onDone();
    },
    onProblem: (problem: Parameters<typeof showProblem>[0]) => {
      void refresh(['withdrawals']);
      showProblem(problem);
      if (problem.isFinal) onDone();
    },
  };
  return {
    answer: useSubmission(api.recalls.answer, handlers),
    inform: useSubmission(api.recalls.askInformation, handlers),
  };
}

/** What the client reads of a demand, line by line. */
function useRecallLines(one: Recall): readonly string[] {
  const t = useT();
  const format = useFormats();
  const today = useBankDay();
  const amount = format.amount(one.amountMinor, one.currency);
  const { answeredOn, answerBy, bankAskedOn, informationAskedAt } = one;
  if (one.kind === 'sent')
    return [
      t('client-transfers.recall.sent', { amount, date: format.day(one.createdAt) }),
      one.answer ? t(`client-transfers.recall.answers.${one.answer}`) : null,
      !one.answer && bankAskedOn
        ? t('client-transfers.recall.bankAsked', { date: format.day(bankAskedOn) })
        : null,
      informationAskedAt && !one.information
        ? t('client-transfers.recall.informationAsked', { date: format.day(informationAskedAt) })
        : null,
      one.information,
    ].filter((line) => line !== null);
  const state =
    answeredOn && one.answer !== 'none' && one.answer
      ? t(`client-transfers.recall.${one.answer}`, { date: format.day(answeredOn) })
      : answerBy && today <= answerBy
        ? t('client-transfers.recall.receivedText', { date: format.day(answerBy) })
        : t('client-transfers.recall.over');
  return [t('client-transfers.recall.received', { payer: one.payerName ?? '', amount }), state];
}

function RecallRow({
  one,
  onAccept,
  onRefuse,
  onInform,
}: {
  one: Recall;
  onAccept: () => void;
  onRefuse: () => void;
  onInform: () => void;
}) {
  const t = useT();
  const today = useBankDay();
  const [first, ...others] = useRecallLines(one);
  const isAsked = one.kind === 'received' && !one.answer && one.answerBy !== null && today <= one.answerBy;
  const mayAsk =
    one.kind === 'sent' && (one.answer === 'refused' || one.answer === 'none') && !one.informationAskedAt;
  return (
    <li className="payee-row">
      <div className="request-text">
        <p className="request-title">{first}</p>
        {others.map((line) => (
          <p className="request-note" key={line}>
            {line}
          </p>
        ))}
      </div>
      <div className="cluster">
        {isAsked ? (
          <>
            <Button size="dense" onClick={onRefuse}>
              {t('client-transfers.recall.refuse')}
            </Button>
            <Button size="dense" tone="primary" onClick={onAccept}>
              {t('client-transfers.recall.accept')}
            </Button>
          </>
        ) : null}
        {mayAsk ? (
          <Button size="dense" onClick={onInform}>
            {t('client-transfers.recall.askInformation')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** Demands for money that has arrived (PAY-41, PAY-42); nothing where there is none. */
export function RecallsCard() {
  const t = useT();
  const format = useFormats();
  const { data } = useQuery(query.recalls.list.queryOptions());
  const [accepting, setAccepting] = useState<Recall | null>(null);
  const { answer, inform } = useRecallCalls(() => setAccepting(null));
  const recalls = data?.recalls ?? [];
  if (recalls.length === 0) return null;
  const words = accepting && {
    amount: format.amount(accepting.amountMinor, accepting.currency),
    payer: accepting.payerName ?? '',
  };
  return (
    <Card title={t('client-transfers.recall.card')} flush>
      <ul className="payee-rows">
        {recalls.map((one) => (
          <RecallRow
            key={one.id}
            one={one}
            onAccept={() => setAccepting(one)}
            onRefuse={() => answer.send({ id: one.id, action: 'refuse' })}
            onInform={() => inform.send({ id: one.id })}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={accepting !== null}
        size="small"
        title={words ? t('client-transfers.recall.acceptTitle', words) : ''}
        description={t('client-transfers.recall.acceptText')}
        submit={t('client-transfers.recall.accept')}
        submitting={t('client-transfers.recall.sending')}
        sending={answer.sending}
        onConfirm={() => accepting && answer.send({ id: accepting.id, action: 'accept' })}
        onClose={() => setAccepting(null)}
      />
    </Card>
  );
}
