import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { passwordField } from '#domain/clients/sign-up.ts';
import { emailField } from '#domain/fields.ts';
import { secondFactorField } from '#domain/sessions/second-factor.ts';
import { api } from '../../api/client.ts';
import { type SecondProof, showPasskey } from '../../api/passkey.ts';
import { query, refresh } from '../../api/queries.ts';
import { type CallOptions, useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useWords } from '../../i18n/t.ts';
import { CodeField, CurrentPasswordField, factorsOf, useSecondProof } from '../../security/second-proof.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toasts.ts';

interface Typed {
  readonly changed: string;
  readonly currentPassword: string;
  readonly code?: string;
}
type Field = ReturnType<ReturnType<typeof useScreenForm>['field']>;

const currentPassword = z.string().check(z.minLength(1, 'validation.required'));

/** Asks for something new about one's sign-in, and for the password and the second factor that confirm it. */
// Longer than 70 lines: it is one form, its sending and its fields.
function OwnAccessDialog<Output>({
  what,
  changed,
  serverField,
  control,
  call,
  onSuccess,
  onClose,
}: {
  what: 'email' | 'password';
  changed: z.ZodMiniType<string, string>;
  /** How the server calls the field that is changed. */
  serverField: string;
  control: (field: Field) => ReactNode;
  call: (
    typed: { changed: string; proof: SecondProof & { currentPassword: string } },
    options: CallOptions,
  ) => Promise<Output>;
  onSuccess: (output: Output) => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { data } = useQuery(query.secondFactor.current.queryOptions());
  const factors = data ? factorsOf(data) : [];
  const { way, other } = useSecondProof(factors);
  const form = useScreenForm({
    initial: { changed: '', currentPassword: '', code: '' },
    schema: z.object({
      changed,
      currentPassword,
      code: way === 'code' ? secondFactorField : z.string(),
    }),
    labels: {
      changed: t(`admin-staff.own.${what}.field`),
      currentPassword: t('security.currentPassword'),
      code: t('security.code'),
    },
  });
  const refuse = useRefusal({
    refuse: (problems) =>
      form.refuse(problems.map((one) => (one.field === serverField ? { ...one, field: 'changed' } : one))),
  });
  const { send, sending } = useSubmission(
    async (typed: Typed, options: CallOptions) => {
      const proof =
        way === 'passkey' ? await showPasskey() : way === 'code' ? { code: typed.code ?? '' } : {};
      const { context } = options;
      // A code is used up by asking: a second call with it, unseen, would be refused.
      const once = {
        ...options,
        context: { ...context, watch: { ...context.watch, mayRepeat: () => false } },
      };
      return call(
        { changed: typed.changed, proof: { currentPassword: typed.currentPassword, ...proof } },
        once,
      );
    },
    { onSuccess, onProblem: (problem) => refuse(problem) },
  );
  return (
    <FormDialog
      title={t(`admin-staff.own.${what}.open`)}
      description={t(`admin-staff.own.${what}.lead`)}
      form={form}
      summaryTitle={t('security.review')}
      submit={t(`admin-staff.own.${what}.submit`)}
      submitting={t('security.checking')}
      sending={sending}
      onSend={send}
      onClose={onClose}
    >
      {control(form.field('changed'))}
      <CurrentPasswordField {...form.field('currentPassword')} isFirst={false} />
      {way === 'passkey' ? <p className="field-hint">{t('security.way.passkeyAsked')}</p> : null}
      {way === 'code' ? <CodeField {...form.field('code')} factors={factors} /> : null}
      {other}
    </FormDialog>
  );
}

/** Asks for another address: it changes once the link sent to it is followed. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <OwnAccessDialog
      what="email"
      changed={emailField}
      serverField="email"
      control={(field) => (
        <TextField
          {...field}
          label={t('admin-staff.own.email.field')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          required
        />
      )}
      call={({ changed, proof }, options) => api.profile.changeEmail({ email: changed, ...proof }, options)}
      onSuccess={({ sentTo }) => {
        toast({
          title: t('admin-staff.own.email.done'),
          description: t('admin-staff.own.email.doneText', { email: sentTo }),
        });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Changes the password: every other session of the person ends. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <OwnAccessDialog
      what="password"
      changed={passwordField}
      serverField="newPassword"
      control={(field) => (
        <PasswordField
          {...field}
          label={t('admin-staff.own.password.field')}
          autoComplete="new-password"
          showLabel={t('common.password.show')}
          hideLabelText={t('common.password.hide')}
          data-autofocus
          required
        />
      )}
      call={({ changed, proof }, options) =>
        api.profile.changePassword({ newPassword: changed, ...proof }, options)
      }
      onSuccess={() => {
        toast({ title: t('admin-staff.own.password.done') });
        void refresh(['session']);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
