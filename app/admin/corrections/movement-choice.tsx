import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { useMovementWords } from '../../page/movement-words.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import type { ClientSummary } from '../clients/client-words.ts';
import './corrections.css';

/** How many of a client's newest entries are looked through for movements. */
const LOOKED_AT = 30;

/** A movement by its posting, with its words. */
export interface ChosenMovement {
  readonly postingId: string;
  readonly title: string;
}

/** The client's latest movements: a correction or a reversal begins with the one that was wrong (PAY-50). */
export function MovementChoice({
  client,
  onChoose,
}: {
  client: ClientSummary;
  onChoose: (movement: ChosenMovement) => void;
}) {
  const t = useT();
  const { day } = useFormats();
  const named = useMovementWords();
  const list = useQuery(
    query.overview.clientTimeline.queryOptions({
      input: { id: client.id, group: 'money', limit: LOOKED_AT },
    }),
  );
  if (list.isPending) return <SkeletonList label={t('common.loading')} rows={4} />;
  const movements = (list.data?.entries ?? []).flatMap(({ postingId, amountMinor, currency, ...entry }) =>
    postingId && amountMinor !== null && currency !== null
      ? [{ ...entry, postingId, amountMinor, currency }]
      : [],
  );
  return (
    <div className="stack">
      <p>{t(movements.length > 0 ? 'admin-corrections.chooseMovement' : 'admin-corrections.noMovement')}</p>
      <ul className="movement-choice">
        {movements.map((entry) => {
          const title = named({ ...entry, description: entry.text });
          return (
            <li key={entry.id}>
              <Button tone="quiet" onClick={() => onChoose({ postingId: entry.postingId, title })}>
                {title}
              </Button>
              <span className="cell-note">{day(entry.at)}</span>
              <Amount minor={entry.amountMinor} currency={entry.currency} signed />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
