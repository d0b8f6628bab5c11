import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';
import type { notification } from '#contract/notifications.ts';
import { type NotificationKind, notificationValues } from '#domain/notifications/notification.ts';
import { query, queryClient } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { useWords } from '../../i18n/t.ts';
import { type ToastTone, toast } from '../../ui/toasts.ts';
import { type ClientSection, clientHref } from '../frame/sections.ts';

export type Notice = z.infer<typeof notification>;

/** How many the bell shows; older ones have their place in the lists they are about. */
const shownAtMost = 20;

export const noticesOptions = () => query.notifications.list.queryOptions({ input: { limit: shownAtMost } });

/** Asked only for someone who is signed in: the bell is drawn before that is known. */
export function useNotices() {
  const { session } = useSession();
  return useQuery({ ...noticesOptions(), enabled: Boolean(session && !session.mustSetUpSecondFactor) });
}

/** Everything up to now counts as read, on every screen of the person. */
export function useMarkRead() {
  return useMutation({
    ...query.notifications.markRead.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.notifications.key() }),
  });
}

/** The sentence of a notice, in the language of the screen. */
export function useNoticeWords(): (notice: Notice) => string {
  const { tKey, locale } = useWords();
  return ({ kind, params }) =>
    tKey(`notifications.kinds.${kind}`, notificationValues(kind, params, locale, tKey)).trim();
}

const sections: Readonly<Record<string, ClientSection>> = {
  account: 'dashboard',
  iban: 'dashboard',
  loan: 'loans',
  withdrawal: 'transfers',
  fee: 'fees',
  password: 'profile',
  email: 'profile',
  second: 'profile',
  recovery: 'profile',
};

/** Where what a notice tells of can be seen. */
export function noticeHref({ kind }: Notice): string {
  return clientHref(sections[kind.split('-')[0] ?? ''] ?? 'dashboard');
}

/** What the client has just done themselves is said by the screen they did it on; of these the bell warns nevertheless. */
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
  'withdrawal-rejected': 'warning',
};

/** Says each notice that arrives while the client is here, once. */
export function useNoticeToasts(): void {
  const wordsOf = useNoticeWords();
  const { data } = useNotices();
  const newest = useRef<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const latest = data.notifications[0]?.createdAt ?? '';
    const before = newest.current;
    newest.current = latest;
    // What was there before the screen opened is the bell's to tell.
    if (before === null) return;
    const arrived = data.notifications.filter(
      ({ createdAt, kind, readAt }) => createdAt > before && readAt === null && !saidByScreen.has(kind),
    );
    for (const notice of arrived.reverse()) {
      toast({ tone: tones[notice.kind] ?? 'info', title: wordsOf(notice), durationMs: 10_000 });
    }
  }, [data, wordsOf]);
}
