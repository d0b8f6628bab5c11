import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { approvalPolicy } from '#contract/proposals.ts';
import { nonNegativeAmountMinor } from '#domain/money/fields.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Table } from '../../ui/table.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { ListFrame } from '../desk/list-frame.tsx';
import { useProposeWord } from './approval-needed.ts';
import { useRuleWords, useSlotWords } from './proposal-words.ts';

type Policy = z.infer<typeof approvalPolicy>;
type PolicyRow = Policy['rows'][number];

/** A row in words: above what, under which conditions, and whose approvals. */
function useRowWords() {
  const { t } = useWords();
  const when = useRuleWords();
  const inWords = useSlotWords();
  return (row: PolicyRow): string =>
    t('admin-proposals.policies.row', { when: when(row), slots: inWords(row.approvers) });
}

/** « Règles »: who approves what, and from which amount; changed by who may (FOUR-1, FOUR-23). */
// Longer than 70 lines: it is the cells and the acts of one table of rules.
export function PoliciesView() {
  const { t } = useWords();
  const may = useMay();
  const rowWords = useRowWords();
  const found = useQuery(query.policies.list.queryOptions());
  const [changed, setChanged] = useState<Policy | null>(null);
  const policies = found.data?.policies ?? [];
  const unfillable = policies.filter(({ isUnfillable }) => isUnfillable);
  const nameOf = ({ operation }: Policy) => t(`admin-proposals.operations.${operation}`);
  return (
    <>
      {unfillable.length > 0 ? (
        <Notice tone="warning" title={t('admin-proposals.policies.unfillable')}>
          {unfillable.map(nameOf).join(', ')}
        </Notice>
      ) : null}
      <ListFrame list={found} count={policies.length} rows={6} empty={null}>
        <Table
          caption={t('admin-proposals.policies.title')}
          rows={policies}
          rowKey={({ operation }) => operation}
          columns={[
            {
              key: 'operation',
              header: t('admin-proposals.columns.operation'),
              rowHeader: true,
              cell: (policy) => (
                <>
                  {nameOf(policy)}
                  {policy.version > 0 ? (
                    <span className="cell-note">
                      {t(`admin-proposals.policies.${policy.source === 'file' ? 'ofFile' : 'version'}`, {
                        version: policy.version,
                      })}
                    </span>
                  ) : null}
                </>
              ),
            },
            {
              key: 'approvals',
              header: t('admin-proposals.columns.approvals'),
              cell: ({ rows }) => (
                <span className="policy-rows">
                  {rows.map((row, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place.
                    <span key={index} className="policy-row">
                      {rowWords(row)}
                    </span>
                  ))}
                </span>
              ),
            },
            {
              key: 'actions',
              header: t('admin-proposals.columns.actions'),
              hideHeader: true,
              cell: (policy) =>
                may('policies.change') && policy.rows.some(({ above }) => above >= 0) ? (
                  <Button
                    size="dense"
                    aria-label={t('admin-proposals.policies.changeOf', { operation: nameOf(policy) })}
                    onClick={() => setChanged(policy)}
                  >
                    {t('admin-proposals.policies.change')}
                  </Button>
                ) : null,
            },
          ]}
        />
      </ListFrame>
      {changed ? <PolicyDialog policy={changed} onClose={() => setChanged(null)} /> : null}
    </>
  );
}

/** The name of the field of a row's amount. */
const fieldOf = (index: number) => `above${index}`;

/** Changes the amounts from which a policy asks for approvals. Its conditions and roles stay. */
function PolicyDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const { t, tKey, locale } = useWords();
  const { done } = useAnnounce();
  const inWords = useSlotWords();
  const amounts = policy.rows.flatMap(({ above }, index) => (above >= 0 ? [{ above, index }] : []));
  const byField = <Value,>(read: (row: { above: number; index: number }) => Value) =>
    Object.fromEntries(amounts.map((row) => [fieldOf(row.index), read(row)]));
  const form = useScreenForm({
    initial: byField(({ above }) => writeDecimalString(minorToDecimalString(above, 'EUR'), locale)),
    schema: z.object(byField(() => nonNegativeAmountMinor)),
    toInput: (typed) => byField(({ index }) => typedAmount(typed[fieldOf(index)] ?? '', 'EUR', locale)),
    labels: byField(() => t('admin-proposals.policies.from')),
    currency: () => 'EUR',
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.policies.change, {
    onSuccess: () => {
      done('admin-proposals.policies.changed');
      void refresh(['proposals']);
      onClose();
    },
    onProblem: (problem) => {
      refuse(problem);
      void refresh(['proposals']);
    },
  });
  const rowsWith = (typed: Readonly<Record<string, number | undefined>>) =>
    policy.rows.map(({ above, conditions, approvers }, index) => ({
      above: typed[fieldOf(index)] ?? above,
      conditions: [...conditions],
      approvers: approvers.map(({ roles }) => [...roles]),
    }));
  // Amounts change nothing of who must approve a policy: those in force stand for what is typed.
  const propose = useProposeWord('policies.change', {
    operation: policy.operation,
    seenVersion: policy.version,
    rows: rowsWith({}),
  });
  return (
    <FormDialog
      title={t(`admin-proposals.operations.${policy.operation}`)}
      description={t('admin-proposals.policies.changeText')}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={propose ?? t('admin-proposals.policies.save')}
      submitting={t('admin-proposals.sending')}
      sending={sending}
      onSend={(typed) =>
        send({ operation: policy.operation, seenVersion: policy.version, rows: rowsWith(typed) })
      }
      onClose={onClose}
    >
      {amounts.map(({ index }) => (
        <AmountField
          key={index}
          label={t('admin-proposals.policies.from')}
          hint={inWords(policy.rows[index]?.approvers ?? [])}
          suffix="EUR"
          required
          {...form.field(fieldOf(index))}
        />
      ))}
    </FormDialog>
  );
}
