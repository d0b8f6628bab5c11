import * as z from 'zod/mini';
import { CURRENCY_CODES } from '#domain/money/currencies.ts';
import {
  ACCRUAL_POLICIES,
  LEGAL_PARAMETERS,
  type LegalParameterKey,
  MAY_BEGIN_IN_THE_PAST,
  PAYEE_CHECK_WORDINGS,
  parameterSource,
  TRANSFER_APPROVALS,
  VERIFICATIONS,
  VOP_PROVIDERS,
} from '#domain/parameters/legal-parameters.ts';
import { isUnitKind, PARAMETER_KINDS } from '#domain/parameters/parameter-kinds.ts';
import { addDays } from '#domain/time/days.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { AmountField, NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { type DatedParameter, rowsInTime, useParameterName } from './parameter-words.ts';
import { pathOfFault } from './structured-fields.ts';
import { StructuredFields } from './structured-value.tsx';
import { bandsOf, controlsOfValue, fieldsOfValue, valueTyped } from './value-fields.ts';

const schemaOf = (key: LegalParameterKey) =>
  z.object({
    value: z.unknown().check(({ value, issues }) => {
      const read = LEGAL_PARAMETERS[key].safeParse(value);
      for (const issue of read.error?.issues ?? [])
        issues.push({
          code: 'custom',
          path: pathOfFault(issue.path, value),
          message: 'validation.invalid',
          input: value,
        });
    }),
    from: z.string().check(z.minLength(1, 'validation.required')),
    source: parameterSource,
    verified: z.enum(VERIFICATIONS, 'validation.choice'),
  });

/** The first day that a new value may have: today, or the day after the newest value; ceilings of a quarter may begin before today. */
function firstDayOf({ key, rows }: DatedParameter, today: string): string {
  const afterNewest = rows[0] ? addDays(rows[0].from, 1) : today;
  return MAY_BEGIN_IN_THE_PAST.includes(key) || afterNewest > today ? afterNewest : today;
}

/** The form of a new value of a key, filled with the value that it follows. */
function useValueForm({ key, rows }: DatedParameter) {
  const { t, locale } = useWords();
  const before = rows[0]?.value;
  const valueFields = fieldsOfValue(key, before, locale);
  const [firstField = 'value'] = Object.keys(valueFields);
  return useScreenForm({
    initial: { ...valueFields, from: '', source: '', verified: '' } as Record<string, string>,
    schema: schemaOf(key),
    toInput: ({ from, source, verified, ...typed }) => ({
      value: valueTyped(key, typed, { locale, before }),
      from,
      source,
      verified,
    }),
    controls: controlsOfValue(valueFields),
    labels: {
      [firstField]: t('dated-data.value'),
      from: t('dated-data.form.from'),
      source: t('dated-data.form.source'),
      verified: t('dated-data.form.verified'),
    },
  });
}

/** Adds a value of a key from a day on, with its source (LC-8). Another person may have to approve it. */
export function NewValueDialog({
  parameter,
  today,
  onClose,
}: {
  parameter: DatedParameter;
  today: string;
  onClose: () => void;
}) {
  const { t, tKey } = useWords();
  const nameOf = useParameterName();
  const { done } = useAnnounce();
  const { key } = parameter;
  const { newest } = rowsInTime(parameter);
  const form = useValueForm(parameter);
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.parameters.change, {
    onSuccess: () => {
      done('dated-data.form.saved', nameOf(key));
      void refresh(['parameters']);
      onClose();
    },
    onProblem: (problem) => {
      refuse(problem, { situation: () => t('dated-data.form.failed') });
      void refresh(['parameters']);
    },
  });
  // The day and the value change nothing of who must approve: those that are in force stand for what is not typed yet.
  const propose = useProposeWord(
    'parameters.change',
    newest
      ? {
          key,
          value: newest.value,
          from: firstDayOf(parameter, today),
          source: t('dated-data.form.source'),
          verified: VERIFICATIONS[0],
          seenFrom: newest.from,
        }
      : null,
  );
  return (
    <FormDialog
      title={nameOf(key)}
      description={t('dated-data.form.text')}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={propose ?? t('dated-data.form.save')}
      submitting={t('dated-data.form.saving')}
      sending={sending}
      onSend={({ value, ...input }) => send({ key, value, ...input, seenFrom: newest?.from ?? today })}
      onClose={onClose}
    >
      <DateField
        label={t('dated-data.form.from')}
        hint={MAY_BEGIN_IN_THE_PAST.includes(key) ? t('dated-data.form.fromPast') : undefined}
        required
        width="sm"
        min={firstDayOf(parameter, today)}
        data-autofocus
        {...form.field('from')}
      />
      <ValueFields parameterKey={key} before={newest?.value} field={form.field} typed={form.typed} />
      <SourceFields field={form.field} />
    </FormDialog>
  );
}

/** Where a value comes from, and how that was made sure. */
function SourceFields({ field }: Pick<FieldsProps, 'field'>) {
  const { t } = useWords();
  return (
    <>
      <TextField
        label={t('dated-data.form.source')}
        hint={t('dated-data.form.sourceHint')}
        required
        {...field('source')}
      />
      <Select
        label={t('dated-data.form.verified')}
        required
        placeholder={t('dated-data.form.choose')}
        options={VERIFICATIONS.map((one) => ({ value: one, label: t(`dated-data.verified.${one}`) }))}
        {...field('verified')}
      />
    </>
  );
}

interface FieldsProps {
  readonly parameterKey: LegalParameterKey;
  readonly before: unknown;
  readonly field: ReturnType<typeof useScreenForm>['field'];
  readonly typed: Readonly<Record<string, string>>;
}

/** The fields of a value, by its kind: one, or those of its structure. */
function ValueFields({ parameterKey: key, before, field, typed }: FieldsProps) {
  const { t } = useWords();
  const { amount } = useFormats();
  const kind = PARAMETER_KINDS[key];
  if (kind === 'amounts')
    return CURRENCY_CODES.map((code) => (
      <AmountField key={code} label={code} suffix={code} required width="sm" {...field(code)} />
    ));
  if (kind === 'household')
    return (['alone', 'couple', 'dependant'] as const).map((who) => (
      <AmountField
        key={who}
        label={t(`dated-data.form.${who}`)}
        suffix="EUR"
        required
        width="sm"
        {...field(`${who}Minor`)}
      />
    ));
  if (kind === 'ceilings')
    return (
      <>
        <DateField label={t('dated-data.form.to')} required width="sm" {...field('to')} />
        {bandsOf(before).map(({ upToMinor }, index) => (
          <NumberField
            // biome-ignore lint/suspicious/noArrayIndexKey: bands have no name but their place.
            key={index}
            label={
              upToMinor === null
                ? t('dated-data.form.ceilingAbove')
                : t('dated-data.form.ceilingUpTo', { amount: amount(upToMinor, 'EUR') })
            }
            inputMode="decimal"
            suffix="%"
            required
            width="sm"
            {...field(`band${index}`)}
          />
        ))}
      </>
    );
  if (kind === 'limits' || kind === 'hold-rules' || kind === 'attempts')
    return <StructuredFields kind={kind} field={field} typed={typed} />;
  return <OneValueField parameterKey={key} field={field} />;
}

/** The field of a value that is one number, day, time, choice or text. */
function OneValueField({ parameterKey: key, field }: Omit<FieldsProps, 'before' | 'typed'>) {
  const { t, tKey } = useWords();
  const kind = PARAMETER_KINDS[key];
  const label = t('dated-data.value');
  const own = { label, required: true, ...field('value') };
  if (kind === 'yes-no' || kind === 'choice')
    return (
      <Select
        {...own}
        options={(kind === 'yes-no' ? ['true', 'false'] : (CHOICES[key] ?? [])).map((value) => ({
          value,
          label:
            kind === 'yes-no'
              ? t(value === 'true' ? 'dated-data.yes' : 'dated-data.no')
              : tKey(`dated-data.choices.${key}.${value}`),
        }))}
      />
    );
  if (kind === 'words')
    return <TextField {...own} required={key === 'file.versions'} hint={t('dated-data.form.wordsHint')} />;
  if (kind === 'day') return <DateField {...own} width="sm" />;
  if (isUnitKind(kind)) return <NumberField {...own} suffix={t(`dated-data.unitNames.${kind}`)} width="sm" />;
  if (kind === 'euro') return <AmountField {...own} suffix="EUR" width="sm" />;
  if (kind === 'percent') return <NumberField {...own} inputMode="decimal" suffix="%" width="sm" />;
  return <TextField {...own} width="sm" inputMode={kind === 'factor' ? 'decimal' : 'text'} />;
}

/** What may be chosen for the keys of that kind. */
const CHOICES: Partial<Record<LegalParameterKey, readonly string[]>> = {
  'policy.accruals': ACCRUAL_POLICIES,
  'transfer.approval': TRANSFER_APPROVALS,
  'vop.provider': VOP_PROVIDERS,
  'texts.vop': PAYEE_CHECK_WORDINGS,
};
