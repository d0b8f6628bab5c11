import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { type ProfileFormInput, profileFormInput } from '#domain/clients/profile.ts';
import { PASSWORD_FAULT_KEYS, passwordVerdict } from '#domain/clients/sign-up.ts';
import { api } from '../../api/client.ts';
import { type SecondProof, showPasskey } from '../../api/passkey.ts';
import type { FieldProblem } from '../../api/problem.ts';
import { query, refresh } from '../../api/queries.ts';
import { type CallOptions, useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useT } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { navigate } from '../../page/navigation.ts';
import { CodeField, factorsOf, useSecondProof } from '../../security/second-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Profile } from './profile.ts';

const formInput = z.extend(profileFormInput, { currentPassword: z.string(), code: z.string() });
type FormInput = ProfileFormInput & { currentPassword: string; code: string };

/** What of one saving has been answered: pressed again after a fault, the rest is sent and this is not. */
interface Saved {
  /** The address the link was sent to, by the address that was typed. */
  email?: { readonly typed: string; readonly sentTo: string };
  password?: string;
}

/**
 * Sends what changed, the guarded parts first: when the password or the code is wrong nothing at all has been changed. A call that carries a
 * code is not repeated unseen: a code is used up by asking, and the second answer would call it wrong.
 */
async function save(
  { person, saved, proof }: { person: Profile; saved: Saved; proof: () => Promise<SecondProof> },
  { email, password, currentPassword, code: _, ...details }: FormInput,
  options: CallOptions,
): Promise<{ linkSentTo: string | null }> {
  const { context } = options;
  const once = { ...options, context: { ...context, watch: { ...context.watch, mayRepeat: () => false } } };
  const isNewEmail = email.toLowerCase() !== person.email.toLowerCase();
  if (isNewEmail && saved.email?.typed !== email) {
    const input = { email, currentPassword, ...(await proof()) };
    saved.email = { typed: email, sentTo: (await api.profile.changeEmail(input, once)).sentTo };
  }
  if (password && saved.password !== password) {
    const input = { newPassword: password, currentPassword, ...(await proof()) };
    await api.profile.changePassword(input, once);
    saved.password = password;
  }
  await api.clients.updateProfile(details, options);
  return { linkSentTo: isNewEmail ? (saved.email?.sentTo ?? null) : null };
}

/** The server speaks of `newPassword`; the control is called `password` (docs/rules.md, Forms). */
const asControls = (problems: readonly FieldProblem[]) =>
  problems.map((problem) => (problem.field === 'newPassword' ? { ...problem, field: 'password' } : problem));

/** The details, to be corrected. An emptied field is cleared; a blank password keeps the current one. */
export function ProfileForm({ person, onDone }: { person: Profile; onDone: () => void }) {
  const t = useT();
  const showProblem = useProblemToast();
  const { data: secondFactor } = useQuery(query.secondFactor.current.queryOptions());
  const factors = secondFactor ? factorsOf(secondFactor) : [];
  const { way, other } = useSecondProof(factors);
  const saved = useRef<Saved>({});
  const isNewEmail = (email: string) => email.trim().toLowerCase() !== person.email.toLowerCase();
  const isGuarded = (typed: { email: string; password?: string | undefined }) =>
    isNewEmail(typed.email) || Boolean(typed.password);
  const form = useScreenForm({
    draft: 'profile',
    initial: {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      phone: person.phone ?? '',
      address: person.address ?? '',
      city: person.city ?? '',
      postalCode: person.postalCode ?? '',
      dateOfBirth: person.dateOfBirth ?? '',
      profession: person.profession ?? '',
      password: '',
      currentPassword: '',
      code: '',
    },
    schema: formInput,
    labels: {
      firstName: t('client-profile.firstName'),
      lastName: t('client-profile.lastName'),
      email: t('client-profile.email'),
      phone: t('client-profile.phone'),
      address: t('client-profile.address'),
      city: t('client-profile.city'),
      postalCode: t('client-profile.postalCode'),
      dateOfBirth: t('client-profile.dateOfBirth'),
      profession: t('client-profile.profession'),
      password: t('client-profile.password'),
      currentPassword: t('client-profile.currentPassword'),
      code: t('security.code'),
    },
    verdict: (input) => {
      const problems: FieldProblem[] = [];
      if (input.password) {
        const verdict = passwordVerdict(input.password, input);
        if (!verdict.ok) problems.push({ field: 'password', message: PASSWORD_FAULT_KEYS[verdict.reason] });
      }
      if (isGuarded(input) && input.currentPassword === '')
        problems.push({ field: 'currentPassword', message: 'validation.required' });
      if (isGuarded(input) && way === 'code' && input.code.trim() === '')
        problems.push({ field: 'code', message: 'validation.required' });
      // Each of the two is confirmed by itself, and a code serves once.
      if (way !== null && input.password && isNewEmail(input.email) && !saved.current.email)
        problems.push({ field: 'password', message: 'client-profile.oneAtATime' });
      return problems;
    },
  });
  const { typed } = form;
  const tellLink = (email: string) => {
    toast({
      title: t('client-profile.emailSent'),
      description: t('client-profile.emailSentText', { email }),
      action: isDemo
        ? {
            label: t('client-profile.readMail'),
            onPress: () => navigate(`/courrier-de-demonstration?recipient=${encodeURIComponent(email)}`),
          }
        : undefined,
    });
  };
  const leave = () => {
    form.forgetDraft();
    onDone();
  };
  const { send, isSending } = useSubmission(
    (input: FormInput, options) =>
      save(
        {
          person,
          saved: saved.current,
          proof: async () => {
            if (way === null) return {};
            return way === 'passkey' ? showPasskey() : { code: input.code };
          },
        },
        input,
        options,
      ),
    {
      onSuccess: ({ linkSentTo }, { password }) => {
        void refresh(['profile', 'session']);
        toast({
          title: t('client-profile.saved'),
          description: password ? t('client-profile.passwordSaved') : undefined,
        });
        if (linkSentTo) tellLink(linkSentTo);
        leave();
      },
      onProblem: (problem) => {
        void refresh(['profile', 'session']);
        if (problem.fields.length > 0) form.refuse(asControls(problem.fields));
        else if (problem.code === 'auth.wrong-password')
          form.refuse([{ field: 'currentPassword', message: 'errors.auth.wrong-password.detail' }]);
        else showProblem(problem, { situation: () => t('client-profile.updateFailed') });
      },
    },
  );
  const optional = t('common.optional');

  return (
    <form className="form" noValidate onSubmit={form.onSubmit((input) => send(input as FormInput))}>
      <FormSummary
        title={form.hasMissing ? t('client.required') : t('client.checkForm')}
        problems={form.problems}
        attempt={form.attempt}
      />
      <h3 className="profile-title">{t('client-profile.identity')}</h3>
      <div className="form-row">
        <TextField
          {...form.field('firstName')}
          label={t('client-profile.firstName')}
          autoComplete="given-name"
          required
        />
        <TextField
          {...form.field('lastName')}
          label={t('client-profile.lastName')}
          autoComplete="family-name"
          required
        />
      </div>
      <div className="form-row">
        <TextField
          {...form.field('dateOfBirth')}
          label={t('client-profile.dateOfBirth')}
          optionalText={optional}
          type="date"
          min="1900-01-01"
          autoComplete="bday"
        />
        <TextField
          {...form.field('profession')}
          label={t('client-profile.profession')}
          optionalText={optional}
          autoComplete="organization-title"
        />
      </div>
      <h3 className="profile-title">{t('client-profile.contact')}</h3>
      <div className="form-row">
        <TextField
          {...form.field('email')}
          label={t('client-profile.email')}
          hint={t('client-profile.emailHint')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          {...form.field('phone')}
          label={t('client-profile.phone')}
          optionalText={optional}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <TextField
        {...form.field('address')}
        label={t('client-profile.address')}
        optionalText={optional}
        autoComplete="street-address"
      />
      <div className="form-row">
        <TextField
          {...form.field('postalCode')}
          label={t('client-profile.postalCode')}
          optionalText={optional}
          autoComplete="postal-code"
        />
        <TextField
          {...form.field('city')}
          label={t('client-profile.city')}
          optionalText={optional}
          autoComplete="address-level2"
        />
      </div>
      <h3 className="profile-title">{t('client-profile.security')}</h3>
      <div className="form-row">
        <PasswordField
          {...form.field('password')}
          label={t('client-profile.password')}
          optionalText={optional}
          hint={t('client-profile.passwordHint')}
          autoComplete="new-password"
          showLabel={t('common.password.show')}
          hideLabelText={t('common.password.hide')}
        />
        {isGuarded(typed) ? (
          <PasswordField
            {...form.field('currentPassword')}
            label={t('client-profile.currentPassword')}
            hint={t('client-profile.currentPasswordHint')}
            autoComplete="current-password"
            showLabel={t('common.password.show')}
            hideLabelText={t('common.password.hide')}
            required
          />
        ) : null}
      </div>
      {isGuarded(typed) && way === 'code' ? <CodeField {...form.field('code')} factors={factors} /> : null}
      {isGuarded(typed) && way === 'passkey' ? (
        <p className="field-hint">{t('security.way.passkeyAsked')}</p>
      ) : null}
      {isGuarded(typed) ? other : null}
      <div className="form-actions">
        <Button type="submit" tone="primary" loading={isSending} loadingText={t('client-profile.saving')}>
          {t('client-profile.save')}
        </Button>
        <Button disabled={isSending} onClick={leave}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
