import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import * as z from 'zod/mini';
import { appCodeField, secondFactorField } from '#domain/sessions/second-factor.ts';
import { api } from './api/client.ts';
import { type ApiProblem, asProblem } from './api/problem.ts';
import { useScreenForm } from './form.ts';
import { useWords } from './i18n/t.ts';
import { useProblemToast } from './problem-toast.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
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

function AskPassword({
  onBegun,
  onClose,
}: {
  onBegun: (app: { secret: string; uri: string }) => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const formId = useId();
  const form = useScreenForm({
    initial: { currentPassword: '' },
    schema: passwordInput,
    labels: { currentPassword: t('security.currentPassword') },
  });
  const begin = useMutation({
    mutationFn: (input: { currentPassword: string }) => api.secondFactor.begin(input),
    onSuccess: onBegun,
    onError: useRefusal(form),
  });
  return (
    <Frame
      title={t('security.setUp.title')}
      lead={t('security.setUp.passwordLead')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            loading={begin.isPending}
            loadingText={t('security.checking')}
          >
            {t('security.setUp.next')}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit((input) => begin.mutate(input))}>
        <FormSummary title={t('security.review')} problems={form.problems} attempt={form.attempt} />
        <CurrentPassword {...form.field('currentPassword')} />
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

/** Sets an app up: the password, the QR code and a first code, the recovery codes. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [app, setApp] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  if (app) return <ConfirmApp app={app} onActivated={setCodes} onClose={onClose} />;
  return <AskPassword onBegun={setApp} onClose={onClose} />;
}

/** Asks for the password and a code, then replaces the recovery codes or switches the second factor off. */
export function ProofDialog({ action, onClose }: { action: 'renew' | 'off'; onClose: () => void }) {
  const { t } = useWords();
  const formId = useId();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useScreenForm({
    initial: { currentPassword: '', code: '' },
    schema: proofInput,
    labels: { currentPassword: t('security.currentPassword'), code: t('security.code') },
  });
  const send = useMutation({
    mutationFn: async (input: { currentPassword: string; code: string }) => {
      if (action === 'renew') return (await api.secondFactor.renewRecoveryCodes(input)).recoveryCodes;
      await api.secondFactor.deactivate(input);
      return null;
    },
    onSuccess: (renewed) => {
      if (renewed) return setCodes(renewed);
      toast({ title: t('security.off.done') });
      onClose();
    },
    onError: useRefusal(form),
  });
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Frame
      title={t(`security.${action}.title`)}
      lead={t(`security.${action}.lead`)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            tone={action === 'off' ? 'danger' : 'primary'}
            loading={send.isPending}
            loadingText={t('security.checking')}
          >
            {t(`security.${action}.submit`)}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit((input) => send.mutate(input))}>
        <FormSummary title={t('security.review')} problems={form.problems} attempt={form.attempt} />
        <CurrentPassword {...form.field('currentPassword')} />
        <TextField
          {...form.field('code')}
          label={t('security.code')}
          hint={t('security.anyCodeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          width="sm"
          required
        />
      </form>
    </Frame>
  );
}
