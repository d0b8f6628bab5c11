import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { TimelineGroup } from '#contract/overview.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { needCatalogues } from '../../i18n/catalogue-files.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { ReadFailed } from '../desk/read-failed.tsx';
import { Reserved } from '../desk/reserved.tsx';
import { Permitted } from '../frame/permitted.tsx';
import { clientHref } from '../frame/sections.ts';
import { TimelineRow } from './client-timeline.tsx';

const ROWS = 5;

/** The last events of a client of one group, or of all. */
function Events({ accountId, group }: { accountId: string; group?: TimelineGroup }) {
  const t = useT();
  const list = useInfiniteQuery(
    query.overview.clientTimeline.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: accountId, group, cursor, limit: ROWS }),
      ...byCursor,
    }),
  );
  if (list.isPending) return <SkeletonList label={t('common.loading')} rows={2} />;
  if (list.isError) return <ReadFailed read={list} />;
  const entries = list.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0)
    return (
      <p className="cell-note">
        {t(group === 'notes' ? 'admin-facts.noNote' : 'admin-clients.timeline.none')}
      </p>
    );
  return (
    <>
      <ol className="timeline">
        {entries.map((entry) => (
          <TimelineRow key={`${entry.kind} ${entry.id} ${entry.at}`} entry={entry} />
        ))}
      </ol>
      {list.hasNextPage ? (
        <div>
          <Button
            size="dense"
            tone="quiet"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('admin-clients.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

// The whole history names mails; only the client's own page brings their names with it.
const History = lazy(async () => {
  await needCatalogues(['mail-names']);
  return { default: Events };
});

/** The notes about a client and what happened to them lately, in the panel of one of their requests. */
export function RecentEvents({ accountId }: { accountId: string }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  const mayReadNotes = useMay()('fields.notes');
  return (
    <Permitted to="overview.clientTimeline">
      <section className="desk-panel-part">
        <h3>{t('admin-facts.notes')}</h3>
        {mayReadNotes ? (
          <Events accountId={accountId} group="notes" />
        ) : (
          <p>
            <Reserved />
          </p>
        )}
      </section>
      <section className="desk-panel-part">
        <h3>{t('admin-facts.timeline')}</h3>
        {isShown ? (
          <Suspense fallback={<SkeletonList label={t('common.loading')} rows={2} />}>
            <History accountId={accountId} />
          </Suspense>
        ) : (
          <div className="cluster">
            <Button size="dense" onClick={() => setShown(true)}>
              {t('admin-facts.showTimeline')}
            </Button>
            <a href={clientHref(accountId)}>{t('admin-facts.wholeFile')}</a>
          </div>
        )}
      </section>
    </Permitted>
  );
}
