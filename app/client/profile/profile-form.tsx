import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type ProfileFormInput, profileFormInput } from '#domain/clients/profile.ts';
import { PASSWORD_FAULT_KEYS, passwordVerdict } from '#domain/clients/sign-up.ts';
import { api } from '../../api/client.ts';
import { useOutcome } from '../../api/outcome.ts';
import { asProblem, type FieldProblem } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { useScreenForm } from '../../form/form.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useT } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { navigate } from '../../page/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Profile } from './profile.ts';

const formInput = z.extend(profileFormInput, { currentPassword: z.string() });
type FormInput = ProfileFormInput & { currentPassword: string };

/** Sends what changed, the guarded parts first: when the current password is wrong nothing at all has been changed. */
async function save(person: Profile, input: FormInput): Promise<{ linkSentTo: string | null }> {
  const { email, password, currentPassword, ...details } = input;
  let linkSentTo: string | null = null;
  if (email.toLowerCase() !== person.email.toLowerCase())
    linkSentTo = (await api.profile.changeEmail({ email, currentPassword })).sentTo;
  if (password) await api.profile.changePassword({ currentPassword, newPassword: password });
  await api.clients.updateProfile(details);
  return { linkSentTo };
}

/** The server speaks of `newPassword`; the specification calls the control `password`. */
const asControls = (problems: readonly FieldProblem[]) =>
  problems.map((problem) => (problem.field === 'newPassword' ? { ...problem, field: 'password' } : problem));

/** The details, to be corrected. An emptied field is cleared; a blank password keeps the current one. */
export function ProfileForm({ person, onDone }: { person: Profile; onDone: () => void }) {
  const t = useT();
  const showProblem = useProblemToast();
  const isGuarded = (typed: { email: string; password?: string | undefined }) =>
    typed.email.trim().toLowerCase() !== person.email.toLowerCase() || Boolean(typed.password);
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
    },
    verdict: (input) => {
      const problems: FieldProblem[] = [];
      if (input.password) {
        const verdict = passwordVerdict(input.password, input);
        if (!verdict.ok) problems.push({ field: 'password', message: PASSWORD_FAULT_KEYS[verdict.reason] });
      }
      if (isGuarded(input) && input.currentPassword === '')
        problems.push({ field: 'currentPassword', message: 'validation.required' });
      return problems;
    },
  });
  const { typed } = form;
  const asOutcome = useOutcome();
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
  const saving = useMutation({
    mutationFn: (input: FormInput) => save(person, input),
    onSuccess: ({ linkSentTo }, { password }) => {
      void refresh(['profile', 'session']);
      asOutcome(null, () => {
        toast({
          title: t('client-profile.saved'),
          description: password ? t('client-profile.passwordSaved') : undefined,
        });
        if (linkSentTo) tellLink(linkSentTo);
      });
      leave();
    },
    onError: (error) => {
      const problem = asProblem(error);
      if (problem.fields.length > 0) form.refuse(asControls(problem.fields));
      else if (problem.code === 'auth.wrong-password')
        form.refuse([{ field: 'currentPassword', message: 'errors.auth.wrong-password.detail' }]);
      else asOutcome(null, () => showProblem(problem, { situation: () => t('client-profile.updateFailed') }));
    },
  });
  const optional = t('common.optional');

  return (
    <form className="form" noValidate onSubmit={form.onSubmit((input) => saving.mutate(input as FormInput))}>
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
      <div className="form-actions">
        <Button
          type="submit"
          tone="primary"
          loading={saving.isPending}
          loadingText={t('client-profile.saving')}
        >
          {t('client-profile.save')}
        </Button>
        <Button onClick={leave}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
