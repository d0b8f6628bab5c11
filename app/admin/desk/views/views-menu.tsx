import Bookmark from 'lucide-react/icons/bookmark';
import { lazy, Suspense, useState } from 'react';
import type { ExportedList } from '#domain/desk/export.ts';
import { api } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { MenuList, Popover } from '../../../ui/popover.tsx';
import { useAnnounce } from '../announce.ts';
import { useViews, viewHref } from './use-views.ts';

const SaveViewDialog = lazy(() =>
  import('./save-view-dialog.tsx').then((file) => ({ default: file.SaveViewDialog })),
);
const ManageViewsDialog = lazy(() =>
  import('./manage-views-dialog.tsx').then((file) => ({ default: file.ManageViewsDialog })),
);

/** More rows than this are not counted one by one. */
const MAX_COUNTED = 10_000;

/** « Vues »: the saved views of a list, one's own and those that colleagues share, and « Enregistrer cette vue ». */
export function ViewsMenu({ list }: { list: ExportedList }) {
  const t = useT();
  const may = useMay();
  const { views, asked } = useViews(list);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  if (!may('views.list')) return null;
  return (
    <>
      <Popover
        label={t('admin-desk.views.title')}
        button={{ tone: 'quiet', icon: <Bookmark aria-hidden="true" /> }}
        panelLabel={t('admin-desk.views.title')}
        placement="bottom-end"
      >
        {(close) => (
          <MenuList>
            {views.map((view) => (
              <li key={view.id}>
                <a className="menu-item" href={viewHref(view)} onClick={close}>
                  {view.isMine
                    ? view.name
                    : t('admin-desk.views.of', {
                        name: view.name,
                        owner: view.ownedBy ?? t('admin.someone'),
                      })}
                </a>
              </li>
            ))}
            {may('views.save') ? (
              <li>
                <button
                  type="button"
                  className="menu-item"
                  disabled={asked === ''}
                  onClick={() => {
                    close();
                    setDialog('save');
                  }}
                >
                  {t('admin-desk.views.save')}
                </button>
              </li>
            ) : null}
            {views.some(({ isMine }) => isMine) ? (
              <li>
                <button
                  type="button"
                  className="menu-item"
                  onClick={() => {
                    close();
                    setDialog('manage');
                  }}
                >
                  {t('admin-desk.views.manage')}
                </button>
              </li>
            ) : null}
          </MenuList>
        )}
      </Popover>
      <Suspense>
        {dialog === 'save' ? <SaveViewDialog list={list} onClose={() => setDialog(null)} /> : null}
        {dialog === 'manage' ? <ManageViewsDialog list={list} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </>
  );
}

/** The starred views with how many rows each has, and what became of the opened one: « Vue modifiée – Enregistrer / Rétablir ». */
export function ViewLine({ list }: { list: ExportedList }) {
  const t = useT();
  const { count: written } = useFormats();
  const { failed } = useAnnounce();
  const { views, opened, asked, isModified } = useViews(list);
  const { send, isSending } = useSubmission(api.views.change, {
    onSuccess: () => void refresh(['views']),
    onProblem: (problem) => failed(problem, 'admin.updateFailed'),
  });
  const starred = views.filter(({ isStarred }) => isStarred);
  const links = opened && !starred.includes(opened) ? [...starred, opened] : starred;
  if (links.length === 0) return null;
  const countOf = (count: number) =>
    count > MAX_COUNTED ? t('admin.moreThan', { count: written(MAX_COUNTED) }) : written(count);
  return (
    <div className="view-line">
      {links.map((view) => (
        <a
          key={view.id}
          className="view-link"
          href={viewHref(view)}
          aria-current={view === opened ? 'page' : undefined}
        >
          {view.name}
          {view.count === null ? null : (
            <span className="row-group-count tabular">{countOf(view.count)}</span>
          )}
        </a>
      ))}
      {opened && isModified ? (
        <>
          <span role="status">{t('admin-desk.views.modified')}</span>
          {opened.isMine ? (
            <Button size="dense" loading={isSending} onClick={() => send({ id: opened.id, query: asked })}>
              {t('admin-desk.views.keep')}
            </Button>
          ) : null}
          <LinkButton size="dense" tone="quiet" href={viewHref(opened)}>
            {t('admin-desk.views.restore')}
          </LinkButton>
        </>
      ) : null}
    </div>
  );
}
