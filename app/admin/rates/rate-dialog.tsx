import { useState } from 'react';
import { isRateString } from '#domain/money/conversion.ts';
import { readDecimalString, writeDecimalString } from '#domain/money/typed-number.ts';
import {
  type RateChange,
  type RateInput,
  rateChangePercent,
  rateInput,
  shortRate,
} from '#domain/rates/rate.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { figuresOf, LargeChanges, largeChangesOf } from './large-changes.tsx';
import { type CurrencyRate, decimalIn } from './rate-words.ts';

/** Change in percent above which a typing error is more likely than a market move. The server asks for confirmation above its own limit. */
const SUSPICIOUS_PERCENT = 10;

/** Changes one rate manually, and shows the difference from the old rate before saving. */
// Longer than 70 lines: it is one form whose answer decides what it asks next.
export function RateDialog({ rate, onClose }: { rate: CurrencyRate; onClose: () => void }) {
  const { t, tKey, locale } = useWords();
  const { percent } = useFormats();
  const { done, failed } = useAnnounce();
  const today = useBankDay();
  const { currency } = rate;
  const form = useScreenForm({
    draft: `rate:${currency}`,
    initial: { rate: decimalIn(locale, shortRate(rate.eurRate)), asOf: today },
    schema: rateInput,
    labels: { rate: t('admin-rates.rate', { currency }), asOf: t('admin-rates.asOf') },
    rephrase: (message) =>
      message === 'validation.rate'
        ? { key: 'validation.rateSuch', values: { example: writeDecimalString('1.0843', locale) } }
        : null,
    toInput: (typed) => ({ rate: plainRate(typed.rate, locale), asOf: typed.asOf }),
  });
  const [large, setLarge] = useState<readonly RateChange[]>([]);
  const [accepted, setAccepted] = useState('');
  const typed = plainRate(form.typed.rate, locale);
  const asked = large.find(({ after }) => isRateString(typed) && after === shortRate(typed));
  // The tick concerns these figures: other ones reset it, a late answer with the same ones does not.
  const isAccepted = asked !== undefined && accepted === figuresOf([asked]);
  const { send, sending } = useSubmission(api.rates.change, {
    onSuccess: ({ rate: saved }) => {
      done('admin-rates.changed', `1 EUR = ${decimalIn(locale, shortRate(saved.eurRate))} ${saved.currency}`);
      void refresh(['rates']);
      onClose();
    },
    onProblem: (problem) => {
      const changes = largeChangesOf(problem);
      setLarge(changes);
      // The dialog shows both figures and the box.
      if (changes.length > 0) return;
      failed(problem, 'admin.updateFailed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
    },
  });
  // The euro has no rate of its own, nor a row in the table.
  const orderOf = (input: RateInput) =>
    currency === 'EUR'
      ? null
      : { currencyCode: currency, ...input, ...(isAccepted ? { acceptsChangeFrom: asked.before } : {}) };
  const read = rateInput.safeParse({ rate: typed, asOf: form.typed.asOf });
  const propose = useProposeWord('rates.change', read.success ? orderOf(read.data) : null);
  const jump = isRateString(typed) ? rateChangePercent(rate.eurRate, typed) : null;
  return (
    <FormDialog
      title={t('admin-rates.dialogTitle', { currency })}
      description={t('admin-rates.dialogText')}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={propose ?? t('admin-rates.save')}
      submitting={t('admin-rates.saving')}
      sending={sending}
      onSend={(input: RateInput) => {
        const order = orderOf(input);
        if (order) send(order);
      }}
      onClose={onClose}
    >
      <TextField
        label={t('admin-rates.rate', { currency })}
        inputMode="decimal"
        autoComplete="off"
        required
        data-autofocus
        width="sm"
        suffix={currency}
        remark={
          // An unchanged rate has no message.
          jump === null || jump === 0
            ? undefined
            : t('admin-rates.jump', { percent: `${jump > 0 ? '+' : ''}${percent(jump, 1)}` })
        }
        {...form.field('rate')}
      />
      <DateField label={t('admin-rates.asOf')} required width="sm" max={today} {...form.field('asOf')} />
      {asked ? (
        <LargeChanges changes={[asked]} isAccepted={isAccepted} onAccept={setAccepted} />
      ) : jump !== null && Math.abs(jump) > SUSPICIOUS_PERCENT ? (
        <Notice tone="warning" live="polite" title={t('admin-rates.suspicious')}>
          {t('admin-rates.suspiciousText')}
        </Notice>
      ) : null}
    </FormDialog>
  );
}

/** A rate in the stored format; what is not a number stays as typed, for the schema to refuse. */
const plainRate = (typed: string, locale: string): string => readDecimalString(typed, locale) ?? typed.trim();
