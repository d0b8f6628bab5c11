import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { formatIban } from '#domain/accounts/iban.ts';
import { isCurrencyCode } from '#domain/money/currencies.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import { shortRate } from '#domain/rates/rate.ts';
import { secondFactorField } from '#domain/sessions/second-factor.ts';
import { api } from '../api/client.ts';
import { onConfirmationNeeded, type ToConfirm } from '../api/confirmation.ts';
import { showPasskey } from '../api/passkey.ts';
import { useSubmission } from '../api/submission.ts';
import { useScreenForm } from '../form/form.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useRefusal } from '../form/refusal.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';
import { type Definition, DefinitionList } from '../ui/definition-list.tsx';
import { CodeField, CurrentPasswordField, useSecondProof } from './second-proof.tsx';

const PROOFS = {
  password: z.object({ proof: z.string().check(z.minLength(1, 'validation.required')) }),
  code: z.object({ proof: secondFactorField }),
  passkey: z.object({}),
};

/** « 1 EUR = 1,08 USD », with the decimal mark of the language. */
const rateWords = (rate: string, currency: string, locale: string) =>
  `1 EUR = ${writeDecimalString(shortRate(rate), locale)} ${currency}`;

/** The confirmed operation, in the figures and names that were sent: above all amount and recipient. */
function useFacts({ input, facts: told }: ToConfirm, currency: string | null): Definition[] {
  const { t, locale } = useWords();
  const { amount } = useFormats();
  const call = (input ?? {}) as Readonly<Record<string, unknown>>;
  // The call's own data comes first: it is what the server executes. A proposal holds that of another call.
  const command = typeof call.input === 'object' && call.input !== null ? call.input : call;
  const sent: Readonly<Record<string, unknown>> = { ...told, ...command };
  const facts: Definition[] = [];
  if (typeof sent.who === 'string') facts.push({ term: t('security.confirm.who'), value: sent.who });
  if (typeof sent.reference === 'string')
    facts.push({ term: t('security.confirm.reference'), value: sent.reference });
  if (typeof sent.count === 'number')
    facts.push({ term: t('security.confirm.count'), value: String(sent.count) });
  if (typeof sent.lines === 'number')
    facts.push({ term: t('security.confirm.lines'), value: String(sent.lines) });
  const code = typeof sent.currency === 'string' ? sent.currency : currency;
  const amountMinor = sent.receivedMinor ?? sent.totalMinor ?? sent.amountMinor;
  if (typeof amountMinor === 'number' && code !== null && isCurrencyCode(code))
    facts.push({ term: t('security.confirm.amount'), value: amount(amountMinor, code), strong: true });
  const payee = sent.recipientName ?? sent.name;
  if (typeof payee === 'string') facts.push({ term: t('security.confirm.payee'), value: payee });
  if (typeof sent.iban === 'string')
    facts.push({ term: t('security.confirm.iban'), value: formatIban(sent.iban) });
  if (typeof sent.bankName === 'string')
    facts.push({ term: t('security.confirm.bankName'), value: sent.bankName });
  if (typeof sent.description === 'string')
    facts.push({ term: t('security.confirm.description'), value: sent.description });
  if (typeof sent.rate === 'string' && code !== null) {
    if (typeof sent.before === 'string')
      facts.push({ term: t('security.confirm.before'), value: rateWords(sent.before, code, locale) });
    facts.push({
      term: t('security.confirm.after'),
      value: rateWords(sent.rate, code, locale),
      strong: true,
    });
  }
  return facts;
}

function ConfirmationDialog({
  what,
  currency,
  onToken,
  onCancel,
}: {
  what: ToConfirm;
  currency: string | null;
  onToken: (token: string) => void;
  onCancel: () => void;
}) {
  const { t } = useWords();
  const facts = useFacts(what, currency);
  const { way: second, other } = useSecondProof(what.by);
  const way = second ?? 'password';
  const form = useScreenForm({
    initial: { proof: '' },
    schema: PROOFS[way],
    controls: { currentPassword: 'proof', code: 'proof' },
    labels: { proof: t(way === 'code' ? 'security.code' : 'security.currentPassword') },
  });
  const refuse = useRefusal(form);
  const proofOf = (typed: string) => {
    if (way === 'passkey') return showPasskey(what.subject);
    return way === 'code' ? { code: typed } : { currentPassword: typed };
  };
  const { send, sending } = useSubmission(
    async ({ proof = '' }: { proof?: string }, options) =>
      api.session.confirm(
        { operation: what.operation, subject: what.subject, ...(await proofOf(proof)) },
        options,
      ),
    { onSuccess: ({ token }) => onToken(token), onProblem: (problem) => refuse(problem) },
  );
  return (
    <FormDialog
      size="small"
      title={t(`security.confirm.operations.${what.operation}`)}
      description={t(`security.confirm.by.${way}`)}
      form={form}
      summaryTitle={t('security.review')}
      submit={t('security.confirm.submit')}
      submitting={t('security.checking')}
      isSubmitFirst={way === 'passkey'}
      sending={sending}
      onSend={send}
      onClose={onCancel}
      frame={(fields) => (
        <div className="stack">
          {facts.length > 0 ? <DefinitionList look="ledger" items={facts} /> : null}
          {fields}
        </div>
      )}
    >
      {way === 'code' ? <CodeField {...form.field('proof')} factors={what.by} data-autofocus /> : null}
      {way === 'password' ? <CurrentPasswordField {...form.field('proof')} /> : null}
      {other}
    </FormDialog>
  );
}

/**
 * Asks for the password or a code when the server requires a confirmation, over the dialog that sent the call: the call then continues with its
 * input.
 */
export function ConfirmationHost({ currency = null }: { currency?: string | null }) {
  const [asked, setAsked] = useState<{ what: ToConfirm; answer: (token: string | null) => void } | null>(
    null,
  );
  useEffect(
    () =>
      onConfirmationNeeded(
        (what) =>
          new Promise((answer) => {
            setAsked({ what, answer });
          }),
      ),
    [],
  );
  if (!asked) return null;
  const end = (token: string | null) => {
    setAsked(null);
    asked.answer(token);
  };
  return (
    <ConfirmationDialog what={asked.what} currency={currency} onToken={end} onCancel={() => end(null)} />
  );
}
