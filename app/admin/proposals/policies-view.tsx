import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { type Policy, useRowWords, useTermsWords } from './proposal-words.ts';
import { UnfillableOperations } from './unfillable-operations.tsx';

/** « Règles »: who approves what, and from which amount; changed by who may (FOUR-1, FOUR-23). */
// Longer than 70 lines: it is the cells and the acts of one table of rules.
export function PoliciesView() {
  const { t } = useWords();
  const may = useMay();
  const rowWords = useRowWords();
  const termsWords = useTermsWords();
  const { day } = useFormats();
  const found = useQuery(query.policies.list.queryOptions());
  const [changed, setChanged] = useState<Policy | null>(null);
  const policies = found.data?.policies ?? [];
  const nameOf = ({ operation }: Policy) => t(`admin-proposals.operations.${operation}`);
  return (
    <>
      <UnfillableOperations />
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
              cell: (policy) => (
                <span className="policy-rows">
                  {policy.rows.map((row, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place.
                    <span key={index} className="policy-row">
                      {rowWords(row)}
                    </span>
                  ))}
                  <span className="policy-row cell-note">
                    {termsWords(policy).join(' · ')}
                    {policy.planned
                      ? ` · ${t('admin-proposals.policies.planned', { day: day(policy.planned.from) })}`
                      : null}
                  </span>
                </span>
              ),
            },
            {
              key: 'actions',
              header: t('admin-proposals.columns.actions'),
              hideHeader: true,
              cell: (policy) =>
                may('policies.change') ? (
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
