import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table } from '../../ui/table.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import type { Declaration } from './answer-declaration-dialog.tsx';

const AnswerDeclarationDialog = lazy(() =>
  import('./answer-declaration-dialog.tsx').then((file) => ({ default: file.AnswerDeclarationDialog })),
);

/**
 * Declarations of the public page that no contract of that reference and address answers to (LC-54): a person finds the contract, or tells the
 * author that there is none. Hidden while none waits.
 */
export function RetractionDeclarations() {
  const t = useT();
  const { moment } = useFormats();
  const may = useMay();
  const [asked, setAsked] = useState<{ declaration: Declaration; act: 'attach' | 'close' } | null>(null);
  const { data } = useQuery({
    ...query.loanOffers.declarations.queryOptions(),
    enabled: may('loanOffers.declarations'),
  });
  const declarations = data?.declarations ?? [];
  if (declarations.length === 0) return null;
  return (
    <Card title={t('admin-loans.declarations.title')} flush>
      <p className="card-note">{t('admin-loans.declarations.text')}</p>
      <Table
        caption={t('admin-loans.declarations.title')}
        rows={declarations}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: t('admin-loans.declarations.name'),
            rowHeader: true,
            cell: ({ name, email }) => (
              <>
                {name}
                <span className="cell-note">{email}</span>
              </>
            ),
          },
          {
            key: 'reference',
            header: t('admin-loans.declarations.reference'),
            cell: ({ reference }) => <span className="tabular">{reference}</span>,
          },
          {
            key: 'declaredAt',
            header: t('admin-loans.declarations.declaredAt'),
            cell: ({ declaredAt }) => moment(declaredAt),
          },
          {
            key: 'actions',
            header: t('admin-loans.declarations.actions'),
            hideHeader: true,
            cell: (declaration) =>
              may('loanOffers.answerDeclaration') ? (
                <RowActions>
                  <Button size="dense" onClick={() => setAsked({ declaration, act: 'attach' })}>
                    {t('admin-loans.declarations.attach')}
                  </Button>
                  <Button size="dense" tone="quiet" onClick={() => setAsked({ declaration, act: 'close' })}>
                    {t('admin-loans.declarations.close')}
                  </Button>
                </RowActions>
              ) : null,
          },
        ]}
      />
      {asked ? (
        <Suspense>
          <AnswerDeclarationDialog {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
