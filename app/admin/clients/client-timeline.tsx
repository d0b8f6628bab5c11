import { useInfiniteQuery } from '@tanstack/react-query';
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import DoorOpen from 'lucide-react/icons/door-open';
import HandCoins from 'lucide-react/icons/hand-coins';
import Hourglass from 'lucide-react/icons/hourglass';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import ReceiptText from 'lucide-react/icons/receipt-text';
import StickyNote from 'lucide-react/icons/sticky-note';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import type * as z from 'zod/mini';
import { TIMELINE_GROUP_NAMES, type timelineEntry } from '#contract/overview.ts';
import { byCursor, query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { useMovementWords } from '../../page/movement-words.ts';
import { navigate } from '../../page/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { MoreRows } from '../desk/more-rows.tsx';
import { Permitted } from '../frame/permitted.tsx';
import { adminHref, clientHref } from '../frame/sections.ts';

const PostingDialog = lazy(() =>
  import('../corrections/posting-dialog.tsx').then((file) => ({ default: file.PostingDialog })),
);

type Entry = z.infer<typeof timelineEntry>;

const ROWS = 40;

const icons: Record<Entry['kind'], ReactNode> = {
  'account-activated': <DoorOpen aria-hidden="true" />,
  'account-opened': <DoorOpen aria-hidden="true" />,
  'approval-expired': <Hourglass aria-hidden="true" />,
  'fee-created': <ReceiptText aria-hidden="true" />,
  'fee-declared': <ReceiptText aria-hidden="true" />,
  'fee-paid': <ReceiptText aria-hidden="true" />,
  'iban-assigned': <ReceiptText aria-hidden="true" />,
  'loan-decided': <HandCoins aria-hidden="true" />,
  'loan-requested': <HandCoins aria-hidden="true" />,
  'mail-written': <Mail aria-hidden="true" />,
  movement: <ArrowDownLeft aria-hidden="true" />,
  note: <StickyNote aria-hidden="true" />,
  'sessions-ended': <LogOut aria-hidden="true" />,
  'sign-in-failed': <LogIn aria-hidden="true" />,
  'signed-in': <LogIn aria-hidden="true" />,
  'withdrawal-decided': <ArrowUpRight aria-hidden="true" />,
  'withdrawal-requested': <ArrowUpRight aria-hidden="true" />,
};

/** Everything that happened to a client, newest first. */
export function ClientTimeline({ accountId }: { accountId: string }) {
  const { t } = useWords();
  const only = new URLSearchParams(useSearch()).get('only');
  const group = TIMELINE_GROUP_NAMES.find((name) => name === only);
  const list = useInfiniteQuery(
    query.overview.clientTimeline.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: accountId, group, cursor, limit: ROWS }),
      ...byCursor,
      placeholderData: (previous) => previous,
    }),
  );
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const named = useMovementWords();
  const [shown, setShown] = useState<Entry | null>(null);
  return (
    <Card
      flush
      title={t('admin-clients.timeline.title')}
      actions={
        <Select
          hideLabel
          label={t('admin-clients.timeline.only')}
          value={group ?? ''}
          placeholder={t('admin-clients.timeline.all')}
          options={TIMELINE_GROUP_NAMES.map((name) => ({
            value: name,
            label: t(`admin-clients.timeline.groups.${name}`),
          }))}
          onChange={({ target }) =>
            navigate(clientHref(accountId) + (target.value ? `?only=${target.value}` : ''), {
              replace: true,
              isArrival: false,
            })
          }
        />
      }
    >
      <ListFrame
        list={list}
        count={entries.length}
        empty={<p className="entries-empty">{t('admin-clients.timeline.none')}</p>}
      >
        <ol className="timeline" aria-busy={list.isPlaceholderData || undefined}>
          {entries.map((entry) => (
            <TimelineRow
              key={`${entry.kind} ${entry.id} ${entry.at}`}
              entry={entry}
              onShow={() => setShown(entry)}
            />
          ))}
        </ol>
        <MoreRows list={list} label={t('admin-clients.more')} endText={t('admin-clients.timeline.end')} />
      </ListFrame>
      {shown?.postingId ? (
        <Suspense>
          <PostingDialog
            id={shown.postingId}
            title={named({ ...shown, description: shown.text })}
            onClose={() => setShown(null)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** One event. Without `onShow` its posting has no button. */
export function TimelineRow({ entry, onShow }: { entry: Entry; onShow?: () => void }) {
  const { t } = useWords();
  const { moment } = useFormats();
  const { kind, amountMinor, currency, by, reference, postingId } = entry;
  const isMovement = kind === 'movement';
  const isOut = isMovement && amountMinor !== null && amountMinor < 0;
  return (
    <li className="timeline-row" data-kind={kind}>
      <span className="timeline-icon">{isOut ? <ArrowUpRight aria-hidden="true" /> : icons[kind]}</span>
      <div className="timeline-words">
        <p>
          <TimelineTitle entry={entry} />
        </p>
        <p className="cell-note">
          <time dateTime={entry.at}>{moment(entry.at)}</time>
          {by ? ` · ${by}` : null}
          {reference ? (
            <>
              {' · '}
              <span className="tabular nowrap">{reference}</span>
            </>
          ) : null}
          {postingId && reference && onShow ? (
            <Permitted to="corrections.showPosting">
              {' · '}
              <Button
                size="dense"
                tone="quiet"
                aria-label={t('admin-corrections.showOf', { reference })}
                onClick={onShow}
              >
                {t('admin-corrections.show')}
              </Button>
            </Permitted>
          ) : null}
        </p>
      </div>
      {amountMinor !== null && currency !== null ? (
        <Amount minor={amountMinor} currency={currency} signed={isMovement} positive={isMovement && !isOut} />
      ) : (
        <span>{kind === 'account-opened' ? t('admin-clients.timeline.new') : null}</span>
      )}
    </li>
  );
}

/** The sentence of an event; a request links to its detail. */
function TimelineTitle({ entry }: { entry: Entry }) {
  const { t, tKey } = useWords();
  const named = useMovementWords();
  const text = entry.text ?? '';
  if (entry.kind === 'movement') return named({ ...entry, description: entry.text });
  if (entry.kind === 'account-opened')
    return `${t('admin-clients.timeline.account-opened')} · ${tKey(`common.accountTypes.${text}`)}`;
  if (entry.kind === 'note') return <span className="timeline-note">{text}</span>;
  if (
    entry.kind === 'signed-in' ||
    entry.kind === 'sign-in-failed' ||
    entry.kind === 'sessions-ended' ||
    entry.kind === 'account-activated' ||
    entry.kind === 'iban-assigned'
  )
    return t(`admin-clients.timeline.${entry.kind}`);
  if (entry.kind === 'mail-written')
    return `${t('admin-clients.timeline.mail-written')} · ${tKey(`mail-names.${text}`)}`;
  if (entry.kind === 'approval-expired')
    return `${t('admin-clients.timeline.approval-expired')} · ${tKey(`admin-proposals.operations.${text}`)}`;
  const noun = entry.kind.startsWith('loan') ? 'loans' : 'withdrawals';
  if (entry.kind.startsWith('fee')) return `${t(`admin-clients.timeline.${entry.kind}`)} · ${text}`;
  const words = entry.status
    ? `${t(`admin-clients.timeline.${entry.kind}`)} ${tKey(`admin-${noun}.status.${entry.status}`).toLowerCase()}`
    : t(`admin-clients.timeline.${entry.kind}`);
  return (
    <>
      <a href={adminHref(noun, { [noun === 'loans' ? 'loan' : 'withdrawal']: entry.id })}>{words}</a> · {text}
    </>
  );
}
