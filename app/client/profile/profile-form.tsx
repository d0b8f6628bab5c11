import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
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
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormSummary } from '../../ui/form-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Profile } from './profile.ts';

const formInput = z.extend(profileFormInput, { currentPassword: z.string(), code: z.string() });
type FormInput = ProfileFormInput & { currentPassword: string; code: string };
type ProofWay = ReturnType<typeof useSecondProof>['way'];

/** The parts of one saving that have succeeded: when the client saves again after a fault, only the rest is sent. */
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

const isNewEmail = (person: Profile, email: string) =>
  email.trim().toLowerCase() !== person.email.toLowerCase();

/** Whether what is typed changes the address or the password, which the current password must confirm. */
const isGuardedChange = (person: Profile, typed: { email: string; password?: string | undefined }) =>
  isNewEmail(person, typed.email) || Boolean(typed.password);

/** What the form begins with. */
const initialOf = (person: Profile) => ({
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
});

/** The rules that need to know the person, the second factor and what was saved already. */
function profileFaults(
  input: FormInput,
  { person, way, saved }: { person: Profile; way: ProofWay; saved: Saved },
): FieldProblem[] {
  const isGuarded = isGuardedChange(person, input);
  const problems: FieldProblem[] = [];
  if (input.password) {
    const verdict = passwordVerdict(input.password, input);
    if (!verdict.ok) problems.push({ field: 'password', message: PASSWORD_FAULT_KEYS[verdict.reason] });
  }
  if (isGuarded && input.currentPassword === '')
    problems.push({ field: 'currentPassword', message: 'validation.required' });
  if (isGuarded && way === 'code' && input.code.trim() === '')
    problems.push({ field: 'code', message: 'validation.required' });
  // Each of the two is confirmed by itself, and a code serves once.
  if (way !== null && input.password && isNewEmail(person, input.email) && !saved.email)
    problems.push({ field: 'password', message: 'client-profile.oneAtATime' });
  return problems;
}

/** What is typed in the form, kept as a draft. */
function useProfileForm(person: Profile, verdict: (input: FormInput) => FieldProblem[]) {
  const t = useT();
  return useScreenForm({
    draft: 'profile',
    initial: initialOf(person),
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
    verdict: (input) => verdict(input as FormInput),
  });
}

type ProfileFormState = ReturnType<typeof useProfileForm>;

/** Saves what changed and says so; shows what was at fault beside its field. */
function useProfileSaving({
  form,
  person,
  way,
  saved,
  onSaved,
}: {
  form: ProfileFormState;
  person: Profile;
  way: ProofWay;
  saved: RefObject<Saved>;
  onSaved: () => void;
}) {
  const t = useT();
  const showProblem = useProblemToast();
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
  return useSubmission(
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
        onSaved();
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
}

/** Name, date of birth and profession. */
function IdentityFields({ form }: { form: ProfileFormState }) {
  const t = useT();
  const optional = t('common.optional');
  return (
    <>
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
        <DateField
          {...form.field('dateOfBirth')}
          label={t('client-profile.dateOfBirth')}
          optionalText={optional}
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
    </>
  );
}

/** Where the bank reaches the person. */
function ContactFields({ form }: { form: ProfileFormState }) {
  const t = useT();
  const optional = t('common.optional');
  return (
    <>
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
    </>
  );
}

/** The new password, and what confirms a change of the address or the password. */
function SecurityFields({
  form,
  isGuarded,
  factors,
  proof: { way, other },
}: {
  form: ProfileFormState;
  isGuarded: boolean;
  factors: ReturnType<typeof factorsOf>;
  proof: ReturnType<typeof useSecondProof>;
}) {
  const t = useT();
  const optional = t('common.optional');
  return (
    <>
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
        {isGuarded ? (
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
      {isGuarded && way === 'code' ? <CodeField {...form.field('code')} factors={factors} /> : null}
      {isGuarded && way === 'passkey' ? <p className="field-hint">{t('security.way.passkeyAsked')}</p> : null}
      {isGuarded ? other : null}
    </>
  );
}

/** The details, to be corrected. An emptied field is cleared; a blank password keeps the current one. */
export function ProfileForm({ person, onDone }: { person: Profile; onDone: () => void }) {
  const t = useT();
  const { data: secondFactor } = useQuery(query.secondFactor.current.queryOptions());
  const factors = secondFactor ? factorsOf(secondFactor) : [];
  const proof = useSecondProof(factors);
  const { way } = proof;
  const saved = useRef<Saved>({});
  const form = useProfileForm(person, (input) => profileFaults(input, { person, way, saved: saved.current }));
  const leave = () => {
    form.forgetDraft();
    onDone();
  };
  const { send, isSending } = useProfileSaving({ form, person, way, saved, onSaved: leave });

  return (
    <form className="form" noValidate onSubmit={form.onSubmit((input) => send(input as FormInput))}>
      <FormSummary
        title={form.hasMissing ? t('client.required') : t('client.checkForm')}
        problems={form.problems}
        attempt={form.attempt}
      />
      {form.isRestored ? <p className="field-hint">{t('security.restored')}</p> : null}
      <IdentityFields form={form} />
      <ContactFields form={form} />
      <SecurityFields
        form={form}
        isGuarded={isGuardedChange(person, form.typed)}
        factors={factors}
        proof={proof}
      />
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
