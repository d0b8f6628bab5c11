import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useT } from '../../i18n/t.ts';
import { Card } from '../../ui/card.tsx';
import { Age } from '../desk/age.tsx';
import { ClientLink } from '../frame/permitted.tsx';

/** The clients whose assets are frozen: the list of compliance (PAY-62). Nothing while there is none. */
export function LegalBlocksCard() {
  const t = useT();
  const { data } = useQuery(query.clientAlerts.legalBlocks.queryOptions());
  const blocks = data?.blocks ?? [];
  if (blocks.length === 0) return null;
  return (
    <Card title={t('admin-clients.alerts.list')}>
      <ul className="plain-list stack">
        {blocks.map((block) => (
          <li key={block.accountId}>
            <ClientLink accountId={block.accountId}>{block.displayName}</ClientLink>
            <span className="cell-note">{block.reason}</span>
            <span className="cell-note">
              {block.placedBy ?? t('admin.someone')}, <Age since={block.placedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
