import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { followedBy } from '#contract/values.ts';
import { type TaskKind, TOPIC_OF_TASK } from '#domain/tasks/task.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MenuList, Popover } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useAnnounce } from '../desk/announce.ts';

export type FollowedBy = z.infer<typeof followedBy>;

/** « Suivi par » in a row; nothing while nobody follows it. */
export function FollowedNote({ followedBy: follower }: { followedBy: FollowedBy }) {
  const t = useT();
  const { session } = useSession();
  if (!follower) return null;
  return (
    <span className="cell-note followed-note">
      {follower.id === session?.userId
        ? t('admin-tasks.followedByYou')
        : t('admin-tasks.followedBy', { name: follower.name ?? t('admin.someone') })}
    </span>
  );
}

/** Who a thing can be given to; read when it is opened. */
function Colleagues({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useT();
  const { data } = useQuery(query.tasks.colleagues.queryOptions());
  if (!data)
    return (
      <div className="popover-loading">
        <Skeleton />
        <span className="visually-hidden">{t('common.loading')}</span>
      </div>
    );
  return (
    <MenuList>
      {data.colleagues.map(({ id, name }) => (
        <li key={id}>
          <button type="button" className="menu-item" onClick={() => onChoose(id)}>
            {name}
          </button>
        </li>
      ))}
    </MenuList>
  );
}

/** A colleague who took the thing while it was on the screen. */
interface Taken {
  readonly by: string;
  readonly at: string;
}

const takenOf = ({ code, params }: ApiProblem): Taken | null =>
  code === 'task.taken' ? { by: String(params.by ?? ''), at: String(params.at ?? '') } : null;

/** « Prendre », « Attribuer à… » and « Rendre » of one thing, and the colleague who took it meanwhile. */
export function useFollowing(kind: TaskKind, id: string, follower: { readonly id: string } | null) {
  const { session } = useSession();
  const { failed } = useAnnounce();
  const [taken, setTaken] = useState<Taken | null>(null);
  const handlers = {
    onSuccess: () => {
      setTaken(null);
      void refresh(['tasks', TOPIC_OF_TASK[kind]]);
    },
    onProblem: (problem: ApiProblem) => {
      setTaken(takenOf(problem));
      if (problem.code !== 'task.taken') failed(problem, 'admin.updateFailed');
      if (problem.isFinal) void refresh(['tasks', TOPIC_OF_TASK[kind]]);
    },
  };
  const take = useSubmission(api.tasks.take, handlers);
  const give = useSubmission(api.tasks.assign, handlers);
  const release = useSubmission(api.tasks.release, handlers);
  const seenAssigneeId = follower?.id ?? null;
  return {
    taken,
    isMine: follower !== null && follower.id === session?.userId,
    isTaking: take.isSending,
    isGiving: give.isSending,
    isSending: take.isSending || give.isSending || release.isSending,
    take: () => take.send({ kind, id, seenAssigneeId }),
    give: (assigneeId: string) => give.send({ kind, id, assigneeId, seenAssigneeId }),
    release: () => release.send({ kind, id }),
  };
}

export type Following = ReturnType<typeof useFollowing>;

/** « Prendre » or « Rendre » of one thing, in a list. */
export function TaskButton({
  kind,
  id,
  name,
  followedBy: follower,
}: {
  kind: TaskKind;
  id: string;
  /** The client's name: tells the buttons of a list apart; none in a panel. */
  name?: string;
  followedBy: { readonly id: string } | null;
}) {
  const following = useFollowing(kind, id, follower);
  return <TakeOrRelease following={following} name={name} />;
}

/** « Prendre », or « Rendre » for the person who follows it. */
export function TakeOrRelease({ following, name }: { following: Following; name?: string | undefined }) {
  const t = useT();
  const may = useMay();
  const { isMine, isSending, isTaking } = following;
  const word = isMine ? 'release' : 'take';
  if (!may(`tasks.${word}`)) return null;
  return (
    <Button
      size="dense"
      tone={name === undefined ? 'secondary' : 'quiet'}
      loading={isTaking}
      aria-disabled={isSending || undefined}
      aria-label={name === undefined ? undefined : t(`admin-tasks.${word}Of`, { name })}
      data-shortcut={isMine ? undefined : 'm'}
      data-act={word}
      data-at-once
      onClick={isMine ? following.release : following.take}
    >
      {t(`admin-tasks.${word}`)}
    </Button>
  );
}

/**
 * Who follows a request or a client's file, and « Prendre », « Attribuer à… », « Rendre ». An assignment keeps nobody from acting: it only
 * says who takes care.
 */
export function Follower({
  kind,
  id,
  followedBy: follower,
  above,
}: {
  kind: TaskKind;
  id: string;
  followedBy: FollowedBy;
  /** Of a panel that has « Prendre » among its own buttons. */
  above?: Following;
}) {
  const t = useT();
  const may = useMay();
  const { duration } = useFormats();
  const now = useBankNow();
  const own = useFollowing(kind, id, follower);
  const following = above ?? own;
  const { isMine, isGiving, isTaking, taken, give } = following;
  return (
    <section className="follower" aria-label={t('admin-tasks.title')}>
      <p className="follower-who">
        {follower === null ? t('admin-tasks.nobody') : null}
        {isMine ? t('admin-tasks.followedByYou') : null}
        {follower && !isMine
          ? t('admin-tasks.followedBy', { name: follower.name ?? t('admin.someone') })
          : null}
        {follower ? (
          <span className="cell-note">
            {t('admin-tasks.since', { age: duration(now - Date.parse(follower.since)) })}
          </span>
        ) : null}
      </p>
      <span className="cluster">
        {above ? null : <TakeOrRelease following={following} />}
        {may('tasks.assign') && may('tasks.colleagues') ? (
          <Popover
            label={t('admin-tasks.assign')}
            button={{ size: 'dense', tone: 'quiet', loading: isGiving }}
            panelLabel={t('admin-tasks.assign')}
            placement="bottom-end"
          >
            {(close) => (
              <Colleagues
                onChoose={(assigneeId) => {
                  close();
                  give(assigneeId);
                }}
              />
            )}
          </Popover>
        ) : null}
      </span>
      {taken && !isMine ? (
        <Notice
          tone="warning"
          live="polite"
          title={t('admin-tasks.taken', {
            name: taken.by || t('admin.someone'),
            age: duration(now - Date.parse(taken.at)),
          })}
          actions={
            <Button size="dense" loading={isTaking} onClick={following.take}>
              {t('admin-tasks.takeAnyway')}
            </Button>
          }
        />
      ) : null}
    </section>
  );
}
