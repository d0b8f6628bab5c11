import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import * as z from 'zod/mini';
import {
  appCodeField,
  passkeyName,
  type SecondFactor,
  secondFactorField,
} from '#domain/sessions/second-factor.ts';
import { api } from './api/client.ts';
import { makePasskey, type PasskeyOffer, type SecondProof, showPasskey } from './api/passkey.ts';
import { type ApiProblem, asProblem } from './api/problem.ts';
import { useScreenForm } from './form.ts';
import { useWords } from './i18n/t.ts';
import { useProblemToast } from './problem-toast.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { CodeField, useSecondProof } from './second-proof.tsx';
import { Button } from './ui/button.tsx';
import { CopyButton } from './ui/copy-button.tsx';
import { Dialog } from './ui/dialog.tsx';
import { TextField } from './ui/field.tsx';
import { FormSummary } from './ui/form-summary.tsx';
import { PasswordField } from './ui/password-field.tsx';
import { toast } from './ui/toasts.ts';

const currentPassword = z.string().check(z.minLength(1, 'validation.required'));
const passwordInput = z.object({ currentPassword });
const codeInput = z.object({ code: appCodeField });
const proofInput = z.object({ currentPassword, code: secondFactorField });
const nameInput = z.object({ name: passkeyName });

export type SecondFactorState = Awaited<ReturnType<typeof api.secondFactor.current>>;

/** The second factors somebody has. */
export const factorsOf = ({ activatedAt, passkeys }: SecondFactorState): SecondFactor[] => [
  ...(activatedAt ? (['code'] as const) : []),
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
];

interface Proof extends SecondProof {
  readonly currentPassword: string;
}

/** What the server found at fault, beside the control where it has one. */
function useRefusal(form: { refuse: (problems: ApiProblem['fields']) => void }) {
  const showProblem = useProblemToast();
  return (error: unknown) => {
    const problem = asProblem(error);
    if (problem.fields.length > 0) form.refuse(problem.fields);
    else showProblem(problem);
  };
}

function Frame({
  title,
  lead,
  onClose,
  footer,
  children,
}: {
  title: string;
  lead?: string;
  onClose: () => void;
  footer: ReactNode;
  children: ReactNode;
}) {
  const { t } = useWords();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={lead}
      closeLabel={t('common.close')}
      keepOnOutsidePress
      footer={footer}
    >
      {children}
    </Dialog>
  );
}

function CurrentPassword(props: ReturnType<ReturnType<typeof useScreenForm>['field']>) {
  const { t } = useWords();
  return (
    <PasswordField
      {...props}
      label={t('security.currentPassword')}
      autoComplete="current-password"
      showLabel={t('common.password.show')}
      hideLabelText={t('common.password.hide')}
      data-autofocus
      required
    />
  );
}

/** The last step of both dialogs: the codes are on the screen until somebody says they are kept. */
function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Frame
      title={t('security.codes.title')}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('security.codes.kept')}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Frame>
  );
}

/** Asks who it is, password and second factor where there is one, for something that `send` then does. */
function ProofDialog({
  title,
  lead,
  submit,
  tone = 'primary',
  state,
  send,
  onClose,
}: {
  title: string;
  lead: string;
  submit: string;
  tone?: 'primary' | 'danger';
  state: SecondFactorState;
  send: (proof: Proof) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useWords();
  const formId = useId();
  const factors = factorsOf(state);
  const { way, other } = useSecondProof(factors);
  const form = useScreenForm({
    initial: { currentPassword: '', code: '' },
    schema: way === 'code' ? proofInput : passwordInput,
    labels: { currentPassword: t('security.currentPassword'), code: t('security.code') },
  });
  const sending = useMutation({
    mutationFn: async (typed: { currentPassword: string; code?: string }) =>
      send({ ...typed, ...(way === 'passkey' ? await showPasskey() : {}) }),
    onError: useRefusal(form),
  });
  return (
    <Frame
      title={title}
      lead={lead}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            tone={tone}
            loading={sending.isPending}
            loadingText={t('security.checking')}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={form.onSubmit((typed) => sending.mutate(typed))}
      >
        <FormSummary title={t('security.review')} problems={form.problems} attempt={form.attempt} />
        <CurrentPassword {...form.field('currentPassword')} />
        {way === 'passkey' ? <p className="field-hint">{t('security.way.passkeyAsked')}</p> : null}
        {way === 'code' ? <CodeField {...form.field('code')} factors={factors} /> : null}
        {other}
      </form>
    </Frame>
  );
}

function ConfirmApp({
  app,
  onActivated,
  onClose,
}: {
  app: { secret: string; uri: string };
  onActivated: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const formId = useId();
  const form = useScreenForm({
    initial: { code: '' },
    schema: codeInput,
    labels: { code: t('security.code') },
  });
  const activate = useMutation({
    mutationFn: (input: { code: string }) => api.secondFactor.activate(input),
    onSuccess: ({ recoveryCodes }) => onActivated(recoveryCodes),
    onError: useRefusal(form),
  });
  return (
    <Frame
      title={t('security.setUp.title')}
      lead={t('security.setUp.scan')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            loading={activate.isPending}
            loadingText={t('security.checking')}
          >
            {t('security.setUp.activate')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <QrCode text={app.uri} label={t('security.setUp.qrLabel')} />
        <p>
          <a href={app.uri}>{t('security.setUp.openApp')}</a>
        </p>
        <div className="secret">
          <p className="field-label">{t('security.setUp.secret')}</p>
          <p className="tabular secret-text">{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
          <CopyButton
            size="dense"
            text={app.secret}
            label={t('security.setUp.copySecret')}
            copiedLabel={t('security.codes.copied')}
            onFail={() => toast({ tone: 'warning', title: t('security.codes.copyFailed') })}
          />
        </div>
        <form
          id={formId}
          className="form"
          noValidate
          onSubmit={form.onSubmit((input) => activate.mutate(input))}
        >
          <FormSummary title={t('security.review')} problems={form.problems} attempt={form.attempt} />
          <TextField
            {...form.field('code')}
            label={t('security.code')}
            hint={t('security.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            width="sm"
            required
          />
        </form>
      </div>
    </Frame>
  );
}

interface DialogProps {
  state: SecondFactorState;
  onClose: () => void;
}

/** Sets an app up: who it is, the QR code and a first code, the recovery codes of whoever has none yet. */
export function SetUpDialog({ state, onClose }: DialogProps) {
  const { t } = useWords();
  const [app, setApp] = useState<{ secret: string; uri: string } | null>(null);
  const { codes, show } = useCodes(() => {
    toast({ title: t('security.setUp.done') });
    onClose();
  });
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  if (app) return <ConfirmApp app={app} onActivated={show} onClose={onClose} />;
  return (
    <ProofDialog
      title={t('security.setUp.title')}
      lead={t('security.setUp.passwordLead')}
      submit={t('security.setUp.next')}
      state={state}
      send={async (proof) => setApp(await api.secondFactor.begin(proof))}
      onClose={onClose}
    />
  );
}

/** The recovery codes to show, where there are any; `onNone` goes on where there are none. */
function useCodes(onNone: () => void) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return {
    codes,
    show: (given: readonly string[]) => (given.length > 0 ? setCodes(given) : onNone()),
  };
}

function NamePasskey({
  offer,
  onAdded,
  onClose,
}: {
  offer: PasskeyOffer;
  onAdded: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const formId = useId();
  const form = useScreenForm({
    initial: { name: '' },
    schema: nameInput,
    labels: { name: t('security.passkey.name') },
  });
  const add = useMutation({
    mutationFn: async ({ name }: { name: string }) =>
      api.secondFactor.addPasskey({ name, ...(await makePasskey(offer)) }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: useRefusal(form),
  });
  return (
    <Frame
      title={t('security.passkey.addTitle')}
      lead={t('security.passkey.addLead')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            loading={add.isPending}
            loadingText={t('security.passkey.waiting')}
          >
            {t('security.passkey.make')}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit((typed) => add.mutate(typed))}>
        <FormSummary title={t('security.review')} problems={form.problems} attempt={form.attempt} />
        <TextField
          {...form.field('name')}
          label={t('security.passkey.name')}
          hint={t('security.passkey.nameHint')}
          autoComplete="off"
          data-autofocus
          required
        />
      </form>
    </Frame>
  );
}

/** Makes a passkey: who it is, a name and the device's own question, the recovery codes of whoever has none yet. */
export function AddPasskeyDialog({ state, onClose }: DialogProps) {
  const { t } = useWords();
  const [offer, setOffer] = useState<PasskeyOffer | null>(null);
  const { codes, show } = useCodes(() => {
    toast({ title: t('security.passkey.added') });
    onClose();
  });
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  if (offer) return <NamePasskey offer={offer} onAdded={show} onClose={onClose} />;
  return (
    <ProofDialog
      title={t('security.passkey.addTitle')}
      lead={t('security.setUp.passwordLead')}
      submit={t('security.setUp.next')}
      state={state}
      send={async (proof) => setOffer(await api.secondFactor.beginPasskey(proof))}
      onClose={onClose}
    />
  );
}

/** Replaces the recovery codes. */
export function RenewDialog({ state, onClose }: DialogProps) {
  const { t } = useWords();
  const { codes, show } = useCodes(onClose);
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title={t('security.renew.title')}
      lead={t('security.renew.lead')}
      submit={t('security.renew.submit')}
      state={state}
      send={async (proof) => show((await api.secondFactor.renewRecoveryCodes(proof)).recoveryCodes)}
      onClose={onClose}
    />
  );
}

/** Removes a passkey, or the app; with the last of them signing in takes the password alone. */
export function RemoveDialog({
  passkey,
  state,
  onClose,
}: DialogProps & { passkey: { readonly id: string; readonly name: string } | null }) {
  const { t } = useWords();
  const isLast = state.passkeys.length + (state.activatedAt ? 1 : 0) === 1;
  return (
    <ProofDialog
      title={passkey ? t('security.passkey.removeTitle', { name: passkey.name }) : t('security.off.title')}
      lead={t(isLast ? 'security.off.lead' : 'security.off.leadWithOther')}
      submit={t(passkey ? 'security.passkey.remove' : 'security.off.submit')}
      tone="danger"
      state={state}
      send={async (proof) => {
        if (passkey) await api.secondFactor.removePasskey({ id: passkey.id, ...proof });
        else await api.secondFactor.deactivate(proof);
        if (isLast) toast({ title: t('security.off.done') });
        else toast({ title: t(passkey ? 'security.passkey.removed' : 'security.off.appRemoved') });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
