import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { byCursor, query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useWords } from '../../i18n/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { CorrectionsView } from '../corrections/corrections-view.tsx';
import { Desk, useDeskState } from '../desk/desk.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { Permitted } from '../frame/permitted.tsx';
import { adminHref } from '../frame/sections.ts';
import { BankFileRow } from './bank-file-row.tsx';
import { ImportBankFiles } from './import-bank-files.tsx';
import { OutgoingTab } from './outgoing-tab.tsx';
import { ReconciliationTab } from './reconciliation-tab.tsx';
import { StatementPanel } from './statement-panel.tsx';
import { SuspenseTab } from './suspense-tab.tsx';
import './statements.css';

/** How often the list is read again while a file is being read. Milliseconds. */
const WHILE_READING_MS = 1_000;

const VIEWS = ['files', 'suspense', 'outgoing', 'reconciliation', 'corrections'] as const;

/** « Relevés »: the files of our banks; « À imputer »; « Rapprochement ». */
export function StatementsTab() {
  const { t } = useWords();
  const { get } = useDeskState();
  const may = useMay();
  const proof = useQuery({
    ...query.reconciliation.show.queryOptions({ input: {} }),
    enabled: may('reconciliation.show'),
  });
  const counts = {
    suspense: proof.data?.toAllocate,
    outgoing: proof.data?.toJustify,
    corrections: proof.data?.openDisputes,
  };
  const view = VIEWS.find((one) => one === get('view')) ?? 'files';
  const hrefOf = (one: (typeof VIEWS)[number]) =>
    adminHref('statements', one === 'files' ? {} : { view: one });
  return (
    <>
      <TabLinks
        label={t('admin-bank-lines.views.label')}
        current={hrefOf(view)}
        links={VIEWS.map((one) => {
          const count = (counts as Partial<Record<typeof one, number>>)[one];
          return {
            href: hrefOf(one),
            label: t(`admin-bank-lines.views.${one}`),
            ...(count ? { count: <Badge>{count}</Badge> } : {}),
          };
        })}
      />
      {view === 'files' ? <BankFiles /> : null}
      {view === 'suspense' ? (
        <Permitted to="bankLines.list">
          <SuspenseTab />
        </Permitted>
      ) : null}
      {view === 'outgoing' ? (
        <Permitted to="bankLines.list">
          <OutgoingTab />
        </Permitted>
      ) : null}
      {view === 'corrections' ? (
        <Permitted to="corrections.disputes">
          <CorrectionsView />
        </Permitted>
      ) : null}
      {view === 'reconciliation' ? (
        <Permitted to="reconciliation.show">
          <ReconciliationTab />
        </Permitted>
      ) : null}
    </>
  );
}

/** The files of our banks, what became of each and of its statements, and the statement that is open. */
function BankFiles() {
  const { t } = useWords();
  const { get, set } = useDeskState();
  const openId = get('statement');
  const list = useInfiniteQuery({
    ...query.bankFiles.list.infiniteOptions({ input: (cursor) => ({ cursor }), ...byCursor }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ files }) => files.some((file) => file.state === 'received'))
        ? WHILE_READING_MS
        : false,
  });
  const files = list.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-bank-files.intro')}</p>
      </div>
      <Permitted to="bankFiles.add">
        <ImportBankFiles />
      </Permitted>
      <Desk
        list={
          <ListFrame
            list={list}
            count={files.length}
            rows={5}
            empty={
              <EmptyState headingLevel="h2" title={t('admin-bank-files.empty')}>
                <p>{t('admin-bank-files.emptyText')}</p>
              </EmptyState>
            }
          >
            <DataTable caption={t('admin-bank-files.caption')}>
              <thead>
                <tr>
                  <th scope="col">{t('admin-bank-files.columns.file')}</th>
                  <th scope="col">{t('admin-bank-files.columns.state')}</th>
                </tr>
              </thead>
              <tbody>
                {files.map((file) => (
                  <BankFileRow key={file.id} file={file} openId={openId} />
                ))}
              </tbody>
            </DataTable>
            <MoreRows list={list} label={t('admin-bank-files.more')} endText={t('admin-bank-files.end')} />
          </ListFrame>
        }
        panel={openId ? <StatementPanel id={openId} onClose={() => set({ statement: null })} /> : null}
      />
    </>
  );
}
