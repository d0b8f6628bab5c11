import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';
import type { notification } from '#contract/notifications.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationValues,
  sentenceKeyOf,
} from '#domain/notifications/notification.ts';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { useWords } from '../../i18n/t.ts';
import { hasAccounts } from '../../page/institution.ts';
import { type ToastTone, toast } from '../../ui/toasts.ts';
import { type ClientSection, clientHref } from '../frame/sections.ts';

type AnyNotice = z.infer<typeof notification>;
/** A notice of a client; those of the staff are in the back office. */
export type Notice = AnyNotice & { readonly kind: NotificationKind };

const isOfClient = (notice: AnyNotice): notice is Notice =>
  (NOTIFICATION_KINDS as readonly string[]).includes(notice.kind);

const ofClient = ({ notifications, unreadCount }: { notifications: AnyNotice[]; unreadCount: number }) => ({
  unreadCount,
  notifications: notifications.filter(isOfClient),
});

/** Number of notices in the bell; older ones are in the lists they concern. */
const shownAtMost = 20;

export const noticesOptions = () => query.notifications.list.queryOptions({ input: { limit: shownAtMost } });

/** Enabled only for a signed-in person: the bell renders before the session is known. */
export function useNotices() {
  const { session } = useSession();
  return useQuery({
    ...noticesOptions(),
    enabled: Boolean(session && !session.mustSetUpSecondFactor),
    select: ofClient,
  });
}

/** The sentence of a notice in the language of the screen. */
export function useNoticeWords(): (notice: Notice) => string {
  const { tKey, locale } = useWords();
  return ({ kind, params }) =>
    tKey(sentenceKeyOf(kind, hasAccounts), notificationValues(kind, params, locale, tKey)).trim();
}

const sections: Readonly<Record<string, ClientSection>> = {
  account: 'dashboard',
  iban: 'dashboard',
  loan: 'loans',
  withdrawal: 'transfers',
  fee: 'fees',
  movement: 'transactions',
  receipt: 'dashboard',
  receivable: 'dashboard',
  dispute: 'transactions',
  password: 'profile',
  email: 'profile',
  second: 'profile',
  recovery: 'profile',
};

/** The screen that a notice refers to. */
export function noticeHref({ kind }: Notice): string {
  return clientHref(sections[kind.split('-')[0] ?? ''] ?? 'dashboard');
}

/** Kinds caused by the client's own actions: their screen reports them, so no toast is shown; the bell lists them as a warning. */
const saidByScreen = new Set<NotificationKind>([
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'passkey-added',
  'passkey-removed',
  'app-removed',
  'recovery-codes-renewed',
]);
const tones: Readonly<Partial<Record<NotificationKind, ToastTone>>> = {
  'loan-approved': 'success',
  'account-activated': 'success',
  'account-credited': 'success',
  'withdrawal-completed': 'success',
  'fee-paid': 'success',
  'loan-rejected': 'warning',
  'loan-payout-returned': 'warning',
  'withdrawal-rejected': 'warning',
  'withdrawal-returned': 'warning',
};

/** Shows each new notice in a toast, once. */
export function useNoticeToasts(): void {
  const wordsOf = useNoticeWords();
  const { data } = useNotices();
  const newest = useRef<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const latest = data.notifications[0]?.createdAt ?? '';
    const before = newest.current;
    newest.current = latest;
    // Notices from before the screen opened are left to the bell.
    if (before === null) return;
    const arrived = data.notifications.filter(
      ({ createdAt, kind, readAt }) => createdAt > before && readAt === null && !saidByScreen.has(kind),
    );
    for (const notice of arrived.reverse()) {
      toast({ tone: tones[notice.kind] ?? 'info', title: wordsOf(notice), durationMs: 10_000 });
    }
  }, [data, wordsOf]);
}
