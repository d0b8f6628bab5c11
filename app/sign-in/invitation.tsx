import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { passwordField } from '#domain/clients/sign-up.ts';
import { api } from '../api/client.ts';
import { asProblem, problemWords } from '../api/problem.ts';
import { query } from '../api/queries.ts';
import { useScreenForm } from '../form/form.ts';
import { useRefusal } from '../form/refusal.ts';
import { useWords } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { FormSummary } from '../ui/form-summary.tsx';
import { Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SkeletonList } from '../ui/states.tsx';

const passwordInput = z.object({ password: passwordField });

/**
 * The token of an invitation's link, `?invitation=…`, and how to leave it; null without one. Read after the first paint, which every visitor
 * shares, and removed from the address, so that neither the history nor a page opened from here keeps it.
 */
export function useInvitationToken(): { token: string | null; leave: () => void } {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const given = new URLSearchParams(location.search).get('invitation');
    if (!given) return;
    history.replaceState(history.state, '', location.pathname);
    setToken(given);
  }, []);
  return { token, leave: () => setToken(null) };
}

/** The first sign-in of an invited person: whom the link is for, and a password (STAFF-15). */
export function Invitation({
  token,
  onLeave,
  onAccepted,
}: {
  token: string;
  onLeave: () => void;
  onAccepted: (typed: { email: string; password: string }) => void;
}) {
  const { t, tKey } = useWords();
  const shown = useQuery({
    ...query.staffInvitations.show.queryOptions({ input: { token } }),
    retry: false,
  });
  const form = useScreenForm({
    initial: { password: '' },
    schema: passwordInput,
    labels: { password: t('admin-sign-in.invitation.password') },
  });
  const refuse = useRefusal(form);
  const accept = useMutation({
    mutationFn: ({ password }: { password: string }) => api.staffInvitations.accept({ token, password }),
    onSuccess: (_, { password }) => {
      if (shown.data) onAccepted({ email: shown.data.email, password });
    },
    onError: (error) => refuse(error, { title: t('admin-sign-in.invitation.failed') }),
  });
  if (shown.isError)
    return (
      <Stack gap={5}>
        <Notice tone="danger">{problemWords(asProblem(shown.error), tKey).detail}</Notice>
        <p>
          <Button onClick={onLeave}>{t('admin-sign-in.invitation.toSignIn')}</Button>
        </p>
      </Stack>
    );
  if (!shown.data) return <SkeletonList label={t('common.loading')} rows={3} />;
  return (
    <form className="form" method="post" noValidate onSubmit={form.onSubmit((typed) => accept.mutate(typed))}>
      <p>{t('admin-sign-in.invitation.welcome', shown.data)}</p>
      <FormSummary
        title={t('admin-sign-in.summary', { count: form.problems.length })}
        problems={form.problems}
        attempt={form.attempt}
      />
      <input type="hidden" name="email" autoComplete="username" value={shown.data.email} readOnly />
      <PasswordField
        autoComplete="new-password"
        label={t('admin-sign-in.invitation.password')}
        hint={t('admin-sign-in.invitation.hint')}
        required
        showLabel={t('admin-sign-in.showPassword')}
        hideLabelText={t('admin-sign-in.hidePassword')}
        {...form.field('password')}
      />
      <div className="form-actions">
        <Button
          type="submit"
          tone="primary"
          loading={accept.isPending}
          loadingText={t('admin-sign-in.invitation.submitting')}
        >
          {t('admin-sign-in.invitation.submit')}
        </Button>
      </div>
    </form>
  );
}
