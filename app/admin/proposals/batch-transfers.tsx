import { formatIban } from '#domain/accounts/iban.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Disclosure } from '../../ui/accordion.tsx';
import { PanelLine, PanelLines } from '../desk/panel-lines.tsx';
import { adminHref } from '../frame/sections.ts';
import type { Proposal } from './proposal-words.ts';

/** The transfers of a proposed file, to be opened one by one: who approves it sees what they approve (FOUR-14). */
export function BatchTransfers({ transfers }: { transfers: Proposal['transfers'] }) {
  const t = useT();
  const may = useMay();
  const { count } = useFormats();
  if (transfers.length === 0) return null;
  return (
    <Disclosure title={`${t('admin-batches.lines')} (${count(transfers.length)})`}>
      <PanelLines>
        {transfers.map(({ withdrawalId, payeeName, payeeIban, clientName, amountMinor }, index) => {
          const name = payeeName ?? `${clientName} (${t('admin-withdrawals.supposedName')})`;
          return (
            <PanelLine key={withdrawalId ?? index} end={<Amount minor={amountMinor} currency="EUR" />}>
              {withdrawalId && may('withdrawals.review') ? (
                <a href={adminHref('withdrawals', { withdrawal: withdrawalId })}>{name}</a>
              ) : (
                name
              )}
              <span className="cell-note">{clientName ?? t('admin-batches.returnOne')}</span>
              <span className="cell-note tabular">{formatIban(payeeIban)}</span>
            </PanelLine>
          );
        })}
      </PanelLines>
    </Disclosure>
  );
}

/** The file that was made once it was approved, for who may open it. */
export function MadeBatch({ id }: { id: string | null }) {
  const t = useT();
  const may = useMay();
  if (id === null || !may('withdrawalBatches.show')) return null;
  return (
    <p>
      <a href={adminHref('withdrawals', { view: 'batches', batch: id })}>{t('admin-proposals.openBatch')}</a>
    </p>
  );
}
