import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { type Release, releasesOf } from '#domain/statements/states.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ReadPanel } from '../desk/read-panel.tsx';
import { RowActions } from '../desk/row-actions.tsx';
import { AwaitedApproval, approvalProps } from '../tasks/awaited-approval.tsx';
import { type Statement, type StatementLine, statementLooks } from './bank-file-words.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { StatementAmount } from './statement-amount.tsx';

interface Side {
  readonly statement: Statement;
  readonly fileName: string;
  readonly lines: readonly StatementLine[];
  readonly hasMore: boolean;
}

/** The statement's amounts, from opening to closing. */
function Balances({ statement }: { statement: Statement }) {
  const { t } = useWords();
  const { count } = useFormats();
  const { currency, openingMinor, closingMinor, creditSumMinor, debitSumMinor, differenceMinor } = statement;
  const amount = (minor: number | null, signed = false) =>
    minor === null ? '–' : <StatementAmount minor={minor} currency={currency} signed={signed} />;
  return (
    <DefinitionList
      look="ledger"
      items={[
        { term: t('admin-bank-files.opening'), value: amount(openingMinor) },
        { term: t('admin-bank-files.credits'), value: amount(creditSumMinor, true) },
        { term: t('admin-bank-files.debits'), value: amount(-debitSumMinor, true) },
        { term: t('admin-bank-files.closing'), value: amount(closingMinor), strong: true },
        ...(differenceMinor === null
          ? []
          : [{ term: t('admin-bank-files.difference'), value: amount(differenceMinor, true), strong: true }]),
        { term: t('admin-bank-files.booked'), value: count(statement.bookedCount) },
        ...(statement.otherCount > 0
          ? [{ term: t('admin-bank-files.others'), value: count(statement.otherCount) }]
          : []),
      ]}
    />
  );
}

function Lines({ side, isCompared }: { side: Side; isCompared: boolean }) {
  const { t } = useWords();
  const { day } = useFormats();
  return (
    <>
      <ul className="statement-lines">
        {side.lines.map((line) => (
          <li
            key={line.id}
            className="statement-line"
            data-differs={(isCompared && !line.isInBoth) || undefined}
          >
            <div>
              <p>{line.counterpartyName ?? line.remittance ?? line.code ?? t('admin-bank-files.noName')}</p>
              <span className="cell-note">
                {[
                  line.bookingDay ? day(line.bookingDay) : null,
                  line.counterpartyName ? line.remittance : null,
                  line.status === 'BOOK' ? null : t('admin-bank-files.notBooked'),
                  line.anomaly ? t(`admin-bank-files.anomalies.${line.anomaly}`) : null,
                  isCompared && !line.isInBoth ? t('admin-bank-files.onlyHere') : null,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </div>
            <StatementAmount minor={line.amountMinor} currency={line.currency} signed />
          </li>
        ))}
      </ul>
      {side.hasMore ? <p className="cell-note">{t('admin-bank-files.moreLines')}</p> : null}
    </>
  );
}

/** A statement beside the one that it repeats, differs from or overlaps with. */
function Sides({ sides }: { sides: readonly Side[] }) {
  const { t } = useWords();
  const { day } = useFormats();
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-bank-files.sideBySide')}</h3>
      <div className="statement-sides">
        {sides.map((side) => (
          <div key={side.statement.id} className="stack">
            <p className="statement-side-name">
              {side.fileName}
              <span className="cell-note">
                {[
                  side.statement.day ? day(side.statement.day) : null,
                  t(`admin-bank-files.statementStates.${side.statement.state}`),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </p>
            <Balances statement={side.statement} />
            <Lines side={side} isCompared />
          </div>
        ))}
      </div>
    </section>
  );
}

/** What the person may decide of a statement; nothing while others are asked (FOUR-10). */
function Releases({
  releases,
  approvalSince,
  onAsk,
}: {
  releases: ReturnType<typeof releasesOf>;
  approvalSince: string | null;
  onAsk: (release: Release) => void;
}) {
  const { t } = useWords();
  return (
    <RowActions>
      {releases.map((release) => (
        <Button
          key={release}
          size="dense"
          tone={release === 'refuse' ? 'danger-quiet' : 'secondary'}
          {...approvalProps(approvalSince, t('admin.approval.waits'))}
          onClick={() => {
            if (approvalSince === null) onAsk(release);
          }}
        >
          {t(`admin-bank-files.releases.${release}.act`)}
        </Button>
      ))}
    </RowActions>
  );
}

/** One statement: balances, why it is refused or waits, what may be decided, and its lines. */
export function StatementPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useWords();
  const { day } = useFormats();
  const may = useMay();
  const [asked, setAsked] = useState<Release | null>(null);
  const read = useQuery(query.statements.show.queryOptions({ input: { id } }));
  return (
    <ReadPanel
      id={id}
      kind={t('admin-bank-files.one')}
      read={read}
      title={({ statement }) => statement.statementId}
      overline={({ statement }) => formatIban(statement.account)}
      onClose={onClose}
      actions={({ statement, approvalSince }) => {
        const releases = may('statements.release') ? releasesOf(statement) : [];
        return releases.length > 0 ? (
          <Releases releases={releases} approvalSince={approvalSince} onAsk={setAsked} />
        ) : null;
      }}
    >
      {({ statement, approvalSince, related, ...side }) => (
        <>
          <div className="desk-panel-figure">
            <StatusBadge kind={statementLooks[statement.state]}>
              {t(`admin-bank-files.statementStates.${statement.state}`)}
            </StatusBadge>
            {statement.day ? <span>{day(statement.day)}</span> : null}
          </div>
          {statement.code ? (
            <Notice tone="warning" title={t(`admin-bank-files.faults.${statement.code}.title`)}>
              {t(`admin-bank-files.faults.${statement.code}.detail`)}
            </Notice>
          ) : null}
          <AwaitedApproval since={approvalSince} />
          {related ? (
            <Sides sides={[{ statement, ...side }, related]} />
          ) : (
            <>
              <section className="desk-panel-part">
                <Balances statement={statement} />
              </section>
              <section className="desk-panel-part">
                <h3>{t('admin-bank-files.lines')}</h3>
                <Lines side={{ statement, ...side }} isCompared={false} />
              </section>
            </>
          )}
          {asked ? (
            <ReleaseDialog statement={statement} release={asked} onClose={() => setAsked(null)} />
          ) : null}
        </>
      )}
    </ReadPanel>
  );
}
