import { useQuery } from '@tanstack/react-query';
import type { Money } from '#domain/money/money.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { useMovementWords } from '../../page/movement-words.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ClientSummary } from '../clients/client-words.ts';

/** A colleague may have recorded the same transfer when another credit of the same amount is at most this old. */
const SAME_TRANSFER_DAYS = 7;

/** Warns of an earlier credit of the same amount. */
export function SameTransferNotice({ client, credited }: { client: ClientSummary; credited: Money | null }) {
  const { t } = useWords();
  const { ago } = useFormats();
  const now = useBankNow();
  const named = useMovementWords();
  const latest = useQuery(
    query.overview.clientTimeline.queryOptions({ input: { id: client.id, group: 'money', limit: 40 } }),
  );
  const same = latest.data?.entries.find(
    ({ kind, amountMinor, at }) =>
      kind === 'movement' &&
      amountMinor === credited?.amountMinor &&
      now - Date.parse(at) < SAME_TRANSFER_DAYS * 86_400_000,
  );
  if (!same) return null;
  return (
    <Notice tone="warning" title={t('admin-clients.credit.same')}>
      {t('admin-clients.credit.sameText', {
        description: named({ ...same, description: same.text }),
        by: same.by ?? '',
        ago: ago(same.at, now),
      })}
    </Notice>
  );
}
