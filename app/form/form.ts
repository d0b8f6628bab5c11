import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { type CurrencyCode, isCurrencyCode } from '#domain/money/currencies.ts';
import type { FieldProblem } from '../api/problem.ts';
import { schemaResolver } from '../i18n/form-schema.ts';
import { formatsFor } from '../i18n/format.ts';
import { useWords, type Values as WordValues } from '../i18n/t.ts';
import { draftOf, keepDraft } from '../page/drafts.ts';
import type { FormProblem } from '../ui/form-summary.tsx';
import { faultLine } from './fault-line.ts';
import { afterPress } from './pointer-down.ts';

/** What is typed: every control holds text, under its fixed name (docs/rules.md, Forms). */
type Typed = Record<string, string>;

type Labels<Values> = Partial<Record<keyof Values & string, string>>;

interface FormOptions<Values extends Typed, Schema extends z.ZodMiniType> {
  readonly initial: Values;
  /** The schema, or how to fetch it: a public page fetches it when its form is first used. */
  readonly schema: Schema | (() => Promise<Schema>);
  /** Makes the input of the schema out of what was typed. */
  readonly toInput?: (values: Values) => unknown;
  /** The control that a field of the input was made from, where their names differ. */
  readonly controls?: Readonly<Record<string, keyof Values & string>>;
  /** The visible labels, so that the summary says which control each of its lines is about. A label may depend on what is typed. */
  readonly labels?: Labels<Values> | ((typed: Values) => Labels<Values>);
  /** Says a message in other words, with its figures: « at least 100,00 € ». Null leaves it as the catalogue has it. */
  readonly rephrase?: (message: string) => { key: string; values: WordValues } | null;
  /** The currency of the amounts that are typed: the example beside one that cannot be read fits it. Euro when not given. */
  readonly currency?: CurrencyCode | ((typed: Values) => CurrencyCode);
  /** The name under which what is typed outlives the session and a step back, secrets apart (drafts.ts). */
  readonly draft?: string;
  /** A rule that no schema can hold, asked once the schema is content. */
  readonly verdict?: (input: z.output<Schema>) => readonly FieldProblem[];
}

/** What is wrong with a control: a key of the catalogue, and the values its sentence needs. */
interface Fault {
  readonly message: string;
  readonly params?: WordValues | undefined;
}

/** Sentences that show an amount such as the field takes. */
const exampleIn = new Set(['validation.amount.such', 'validation.amount.positiveSuch']);

/** Puts back what was typed in a form before the session ended, and keeps what is typed now; answers whether there was something. */
function useDraft(
  draft: string | undefined,
  initial: Typed,
  typed: Typed,
  restore: (kept: Typed) => void,
): { isRestored: boolean; forget: () => void } {
  const [isRestored, setRestored] = useState(false);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the first paint.
  useLayoutEffect(() => {
    const kept = draft === undefined ? null : draftOf(draft);
    if (!kept) return;
    restore(Object.fromEntries(Object.entries(kept).filter(([name]) => name in initial)));
    setRestored(true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form begins with does not change.
  useEffect(() => {
    // The first time, `typed` is still what it was before the draft was put back.
    if (!isFirst.current && draft !== undefined) {
      const isTouched = Object.entries(typed).some(([name, text]) => text !== initial[name]);
      keepDraft(draft, isTouched ? typed : null);
      if (!isTouched) setRestored(false);
    }
    isFirst.current = false;
  }, [typed, draft]);
  return {
    isRestored,
    forget: () => {
      if (draft !== undefined) keepDraft(draft, null);
    },
  };
}

/** Messages that mean « this was left empty ». */
const missing = new Set(['validation.required', 'validation.duration', 'validation.accountType']);

/** The schema's faults and then, for input without any, those of the rule that the schema cannot express. */
function resolverWith<Values extends Typed, Schema extends z.ZodMiniType>({
  schema,
  toInput,
  controls = {},
  verdict,
}: Pick<FormOptions<Values, Schema>, 'schema' | 'toInput' | 'controls' | 'verdict'>): Resolver<
  Values,
  unknown,
  z.output<Schema>
> {
  return async (values, context, options) => {
    let rules: Schema;
    try {
      rules = typeof schema === 'function' ? await schema() : schema;
    } catch {
      // Without its rules nothing is sent. The next attempt fetches them again.
      const [first = ''] = Object.keys(values);
      const fault = { type: 'unreachable', message: 'errors.unreachable.detail' };
      return { values: {}, errors: { [first]: fault } as FieldErrors<Values> };
    }
    const result = await schemaResolver<Values, Schema>(rules, { toInput, controls })(
      values,
      context,
      options,
    );
    if (!verdict || Object.keys(result.errors).length > 0) return result;
    const problems = verdict(result.values as z.output<Schema>);
    if (problems.length === 0) return result;
    const errors = problems.map(({ field, message, params }) => [
      controls[field] ?? field,
      { type: 'rule', message, params },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}

/** The sentence of a fault, with the limits and the example that it names. */
function useFaultWords<Values extends Typed>({
  rephrase,
  currency,
  typed,
}: {
  readonly rephrase: FormOptions<Values, z.ZodMiniType>['rephrase'];
  readonly currency: CurrencyCode | ((values: Values) => CurrencyCode);
  readonly typed: Values;
}): (fault: Fault) => string {
  const { tKey, locale } = useWords();
  const formats = formatsFor(locale);
  const mostOf = ({ maxMinor, currency: unit }: WordValues = {}): WordValues =>
    typeof maxMinor === 'number' && typeof unit === 'string' && isCurrencyCode(unit)
      ? { max: formats.amount(maxMinor, unit) }
      : {};
  return ({ message, params }) => {
    const other = rephrase?.(message);
    const key = other?.key ?? (message === 'validation.amount.invalid' ? 'validation.amount.such' : message);
    const values: WordValues = { ...params, ...mostOf(params), ...other?.values };
    if (!exampleIn.has(key)) return tKey(key, values);
    const example = formats.amountExample(typeof currency === 'function' ? currency(typed) : currency);
    return tKey(key, { example, ...values });
  };
}

/**
 * A form of the signed-in areas: checked by a schema of the domain, control by control once left and all at once when sent; a refused
 * submission moves the focus to the summary; nothing typed is ever thrown away.
 */
// Longer than 70 lines: it is the list of a form's members, each a line or two.
export function useScreenForm<const Values extends Typed, Schema extends z.ZodMiniType>({
  initial,
  schema,
  toInput,
  controls = {},
  labels,
  rephrase,
  draft,
  currency = 'EUR',
  verdict,
}: FormOptions<Values, Schema>) {
  const { t } = useWords();
  const formId = useId();
  const [attempt, setAttempt] = useState(0);
  const form = useForm<Values, unknown, z.output<Schema>>({
    defaultValues: initial as unknown as DefaultValues<Values>,
    mode: 'onTouched',
    // The summary takes the focus, not the first control: a screen reader says all faults before one is corrected.
    shouldFocusError: false,
    resolver: resolverWith({ schema, toInput, controls, verdict }),
  });
  const { errors, isDirty, touchedFields, isSubmitted } = form.formState;
  const typed = useWatch({ control: form.control }) as Values;
  const kept = useDraft(draft, initial, typed, (values) =>
    form.setValues(values as unknown as Values, { shouldDirty: true }),
  );

  const labelled = typeof labels === 'function' ? labels(typed) : labels;
  const wordsOf = useFaultWords({ rephrase, currency, typed });
  const names = Object.keys(initial) as (keyof Values & string)[];
  const faultOf = (name: keyof Values & string): Fault | undefined => {
    const { message, params } = (errors as Record<string, Partial<Fault> | undefined>)[name] ?? {};
    return message ? { message, params } : undefined;
  };
  const idOf = (name: string) => `${formId}-${name}`;
  const faults = names.flatMap((name) => {
    const fault = faultOf(name);
    return fault ? [{ name, ...fault }] : [];
  });

  return {
    typed,
    isDirty,
    /** Whether the form began with what was typed in it earlier. */
    isRestored: kept.isRestored,
    /** Forgets what was typed: it was sent, or given up. */
    forgetDraft: kept.forget,
    isTouched: (name: keyof Values & string) =>
      isSubmitted || Boolean((touchedFields as Record<string, boolean>)[name]),
    /** What a text control needs: `<TextField label="…" {...field('email')} />`. */
    field: (name: keyof Values & string) => {
      const fault = faultOf(name);
      const { onBlur, ...registered } = form.register(name as unknown as Path<Values>);
      return {
        ...registered,
        // An error that appears moves what is below it: a button being pressed would slip from under the pointer.
        onBlur: (event: { target: unknown }) =>
          afterPress(() => void onBlur({ target: event.target, type: 'blur' })),
        id: idOf(name),
        error: fault ? wordsOf(fault) : undefined,
      };
    },
    /** The id of a control that is not a text control, so that the summary leads to it. */
    idOf: (name: keyof Values & string): string => idOf(name),
    /** The error of a control that is not a text control. */
    errorOf: (name: keyof Values & string): string | undefined => {
      const fault = faultOf(name);
      return fault ? wordsOf(fault) : undefined;
    },
    set: (name: keyof Values & string, value: string) =>
      form.setValue(name as unknown as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
        shouldValidate: isSubmitted || faultOf(name) !== undefined,
      }),
    /**
     * Puts back what was typed earlier, all at once: that notifies watchers also of values which the fields hold already. `set` finds no
     * change in what was typed before hydration and notifies nobody.
     */
    restore: (values: Partial<Record<keyof Values & string, string>>) =>
      form.setValues(values as unknown as Values, { shouldDirty: true }),
    /** What a control holds now. A press kept from before hydration is replayed before the render that `typed` waits for. */
    valueOf: (name: keyof Values & string): string => form.getValues(name as unknown as Path<Values>),
    focus: (name: keyof Values & string) => document.getElementById(idOf(name))?.focus(),
    reset: (values?: Values) => {
      form.reset(values as unknown as DefaultValues<Values> | undefined);
      setAttempt(0);
    },
    /** Shows what the server found at fault, beside the controls concerned. */
    refuse: (problems: readonly FieldProblem[]): boolean => {
      const own = problems.flatMap(({ field, ...fault }) => {
        const control = controls[field] ?? field;
        return names.some((name) => name === control) ? [{ control, ...fault }] : [];
      });
      for (const { control, message, params } of own)
        form.setError(
          control as unknown as Path<Values>,
          { type: 'server', message, params } as { type: string; message: string },
        );
      if (own.length > 0) setAttempt((before) => before + 1);
      return own.length > 0;
    },
    onSubmit: (send: (input: z.output<Schema>) => void) =>
      form.handleSubmit(
        (input) => send(input as z.output<Schema>),
        () => setAttempt((before) => before + 1),
      ),
    /** Whether a refused submission left something empty: that has a sentence of its own. */
    hasMissing: faults.some(({ message }) => missing.has(message)),
    /** For `<FormSummary>`: nothing before the first refused submission. */
    attempt,
    problems:
      attempt === 0
        ? []
        : faults.map(({ name, ...found }): FormProblem & { readonly name: keyof Values & string } => {
            const label = labelled?.[name];
            const fault = wordsOf(found);
            return {
              name,
              fieldId: idOf(name),
              message: label ? faultLine(label, fault, t('common.fieldFault', { label, fault })) : fault,
            };
          }),
  };
}
