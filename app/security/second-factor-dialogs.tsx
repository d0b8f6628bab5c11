import { useState } from 'react';
import * as z from 'zod/mini';
import { appCodeField, passkeyName, secondFactorField } from '#domain/sessions/second-factor.ts';
import { api } from '../api/client.ts';
import { makePasskey, type PasskeyOffer, type SecondProof, showPasskey } from '../api/passkey.ts';
import { type CallOptions, useSubmission } from '../api/submission.ts';
import { useScreenForm } from '../form/form.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useRefusal } from '../form/refusal.ts';
import { useWords } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toasts.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import {
  CodeField,
  CurrentPasswordField,
  factorsOf,
  type SecondFactorState,
  useSecondProof,
} from './second-proof.tsx';

const currentPassword = z.string().check(z.minLength(1, 'validation.required'));
const passwordInput = z.object({ currentPassword });
const codeInput = z.object({ code: appCodeField });
const proofInput = z.object({ currentPassword, code: secondFactorField });
const nameInput = z.object({ name: passkeyName });

interface Proof extends SecondProof {
  readonly currentPassword: string;
}

/** The last step of both dialogs: the codes stay on the screen until the person confirms that they are saved. */
function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Dialog
      open
      title={t('security.codes.title')}
      onClose={onClose}
      isLocked
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('security.codes.kept')}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

/** Asks for the password, and the second factor if there is one, before `call`. */
function ProofDialog<Output>({
  title,
  lead,
  submit,
  tone = 'primary',
  state,
  call,
  onSuccess,
  onClose,
}: {
  title: string;
  lead: string;
  submit: string;
  tone?: 'primary' | 'danger';
  state: SecondFactorState;
  call: (proof: Proof, options: CallOptions) => Promise<Output>;
  /** Its toasts replace those of the previous attempt. */
  onSuccess: (output: Output) => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const factors = factorsOf(state);
  const { way, other } = useSecondProof(factors);
  const form = useScreenForm({
    initial: { currentPassword: '', code: '' },
    schema: way === 'code' ? proofInput : passwordInput,
    labels: { currentPassword: t('security.currentPassword'), code: t('security.code') },
  });
  const refuse = useRefusal(form);
  const submission = useSubmission(
    async (typed: { currentPassword: string; code?: string }, options) =>
      call({ ...typed, ...(way === 'passkey' ? await showPasskey() : {}) }, options),
    { onSuccess, onProblem: (problem) => refuse(problem) },
  );
  return (
    <FormDialog
      title={title}
      description={lead}
      form={form}
      summaryTitle={t('security.review')}
      submit={submit}
      submitting={t('security.checking')}
      tone={tone}
      sending={submission.sending}
      onSend={submission.send}
      onClose={onClose}
    >
      <CurrentPasswordField {...form.field('currentPassword')} />
      {way === 'passkey' ? <p className="field-hint">{t('security.way.passkeyAsked')}</p> : null}
      {way === 'code' ? <CodeField {...form.field('code')} factors={factors} /> : null}
      {other}
    </FormDialog>
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
  const form = useScreenForm({
    initial: { code: '' },
    schema: codeInput,
    labels: { code: t('security.code') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.secondFactor.activate, {
    onSuccess: ({ recoveryCodes }) => onActivated(recoveryCodes),
    onProblem: (problem) => refuse(problem),
  });
  return (
    <FormDialog
      title={t('security.setUp.title')}
      description={t('security.setUp.scan')}
      form={form}
      summaryTitle={t('security.review')}
      submit={t('security.setUp.activate')}
      submitting={t('security.checking')}
      sending={sending}
      onSend={send}
      onClose={onClose}
      frame={(fields) => (
        <div className="stack">
          <div className="app-key">
            <QrCode text={app.uri} label={t('security.setUp.qrLabel')} />
            <div className="secret">
              <p>
                <a href={app.uri}>{t('security.setUp.openApp')}</a>
              </p>
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
          </div>
          {fields}
        </div>
      )}
    >
      <TextField
        {...form.field('code')}
        label={t('security.code')}
        hint={t('security.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        width="sm"
        required
      />
    </FormDialog>
  );
}

interface DialogProps {
  state: SecondFactorState;
  onClose: () => void;
}

/** Sets up an app: password, QR code and a first code, then recovery codes for the first factor. */
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
      call={api.secondFactor.begin}
      onSuccess={setApp}
      onClose={onClose}
    />
  );
}

/** Shows the recovery codes, if any; otherwise calls `onNone`. */
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
  const form = useScreenForm({
    initial: { name: '' },
    schema: nameInput,
    labels: { name: t('security.passkey.name') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(
    async ({ name }: { name: string }, options) =>
      api.secondFactor.addPasskey({ name, ...(await makePasskey(offer)) }, options),
    {
      onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
      onProblem: (problem) => refuse(problem),
    },
  );
  return (
    <FormDialog
      title={t('security.passkey.addTitle')}
      description={t('security.passkey.addLead')}
      form={form}
      summaryTitle={t('security.review')}
      submit={t('security.passkey.make')}
      submitting={t('security.passkey.waiting')}
      sending={sending}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('security.passkey.name')}
        hint={t('security.passkey.nameHint')}
        autoComplete="off"
        data-autofocus
        required
      />
    </FormDialog>
  );
}

/** Registers a passkey: password, a name and the device's own dialog, then recovery codes for the first factor. */
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
      call={api.secondFactor.beginPasskey}
      onSuccess={setOffer}
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
      call={api.secondFactor.renewRecoveryCodes}
      onSuccess={({ recoveryCodes }) => show(recoveryCodes)}
      onClose={onClose}
    />
  );
}

/** Removes a passkey or the app; without any second factor, signing in takes the password alone. */
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
      call={(proof, options) =>
        passkey
          ? api.secondFactor.removePasskey({ id: passkey.id, ...proof }, options)
          : api.secondFactor.deactivate(proof, options)
      }
      onSuccess={() => {
        if (isLast) toast({ title: t('security.off.done') });
        else toast({ title: t(passkey ? 'security.passkey.removed' : 'security.off.appRemoved') });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
