import type * as z from 'zod/mini';
import type { sheetVersion } from '#contract/loan-file.ts';
import {
  CHARGES,
  type CurrentLoan,
  type DialogueSheet,
  dialogueSheet,
  type OtherDebt,
  RESOURCES,
} from '#domain/loans/solvency.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { useScreenForm } from '../../form/form.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { monthAsTyped, typedMonth } from '../../i18n/typed-month.ts';
import { CHARGE_WORDS, RESOURCE_WORDS } from '../../office/sheet-content.tsx';

export type SheetVersion = z.infer<typeof sheetVersion>;

const EMPTY = {
  maritalStatus: '',
  dependants: '',
  housing: '',
  employment: '',
  employedSince: '',
  salary: '',
  pension: '',
  allocations: '',
  rents: '',
  alimonyReceived: '',
  otherResources: '',
  otherResourcesLabel: '',
  rentOrHousingLoan: '',
  alimonyPaid: '',
  taxes: '',
  otherCharges: '',
  otherChargesLabel: '',
  /** The list of loans as JSON, so that a draft keeps it. */
  currentLoans: '[]',
  hasNoCurrentLoan: '',
  repaysDebts: '',
  /** The debts without a credit, as JSON. */
  otherDebts: '[]',
};
type Typed = typeof EMPTY;

/** The controls of the fields of the sheet, by their paths. */
const CONTROLS = {
  ...Object.fromEntries(RESOURCES.map((name) => [`resources.${name}Minor`, RESOURCE_WORDS[name]])),
  ...Object.fromEntries(CHARGES.map((name) => [`charges.${name}Minor`, CHARGE_WORDS[name]])),
  'resources.otherLabel': 'otherResourcesLabel',
  'charges.otherLabel': 'otherChargesLabel',
} as Readonly<Record<string, keyof Typed>>;

/** A saved sheet as its form shows it. */
function asTyped(content: DialogueSheet, currency: CurrencyCode, locale: string): Typed {
  const amounts = (values: readonly (readonly [string, number])[]) =>
    Object.fromEntries(
      values.map(([control, minor]) => [control, minor === 0 ? '' : amountAsTyped(minor, currency, locale)]),
    );
  const { resources, charges } = content;
  return {
    ...EMPTY,
    maritalStatus: content.maritalStatus,
    dependants: String(content.dependants),
    housing: content.housing,
    employment: content.employment,
    employedSince: monthAsTyped(content.employedSince),
    ...amounts(RESOURCES.map((name) => [RESOURCE_WORDS[name], resources[`${name}Minor`]])),
    ...amounts(CHARGES.map((name) => [CHARGE_WORDS[name], charges[`${name}Minor`]])),
    otherResourcesLabel: resources.otherLabel,
    otherChargesLabel: charges.otherLabel,
    currentLoans: JSON.stringify(content.currentLoans),
    hasNoCurrentLoan: content.hasNoCurrentLoan ? 'yes' : '',
    repaysDebts: content.repaysDebts ? 'yes' : 'no',
    otherDebts: JSON.stringify(content.otherDebts ?? []),
  };
}

/** The list that the form holds. */
export const loansOf = (typed: Pick<Typed, 'currentLoans'>): readonly CurrentLoan[] =>
  JSON.parse(typed.currentLoans || '[]') as CurrentLoan[];

/** The debts without a credit that the form holds. */
export const debtsOf = (typed: Pick<Typed, 'otherDebts'>): readonly OtherDebt[] =>
  JSON.parse(typed.otherDebts || '[]') as OtherDebt[];

/**
 * What is typed as the sheet that is sent. An answer that is missing stays missing, for the schema to say; an amount left empty is zero, and
 * the client reads it so before they certify.
 */
function asInput(typed: Typed, currency: CurrencyCode, locale: string): unknown {
  const minor = (control: keyof Typed) =>
    typed[control].trim() === '' ? 0 : typedAmount(typed[control], currency, locale);
  const amounts = <Name extends string>(
    names: readonly Name[],
    controls: Readonly<Record<Name, keyof Typed>>,
  ) => Object.fromEntries(names.map((name) => [`${name}Minor`, minor(controls[name])]));
  const repaysDebts = typed.repaysDebts === '' ? undefined : typed.repaysDebts === 'yes';
  return {
    maritalStatus: typed.maritalStatus || undefined,
    dependants: /^\d+$/.test(typed.dependants.trim()) ? Number(typed.dependants) : undefined,
    housing: typed.housing || undefined,
    employment: typed.employment || undefined,
    employedSince: typedMonth(typed.employedSince),
    resources: { ...amounts(RESOURCES, RESOURCE_WORDS), otherLabel: typed.otherResourcesLabel },
    charges: { ...amounts(CHARGES, CHARGE_WORDS), otherLabel: typed.otherChargesLabel },
    currentLoans: loansOf(typed).map(({ isRepaid, ...loan }) => (repaysDebts ? { ...loan, isRepaid } : loan)),
    hasNoCurrentLoan: typed.hasNoCurrentLoan === 'yes',
    repaysDebts,
    ...(repaysDebts ? { otherDebts: debtsOf(typed) } : {}),
  };
}

/** The form of the dialogue sheet: begins with the last version, and keeps what is typed. */
export function useSheetForm(loanId: string, last: SheetVersion | null, currency: CurrencyCode) {
  const { t, locale } = useWords();
  const word = (name: keyof typeof EMPTY) => {
    if (name === 'otherResourcesLabel' || name === 'otherChargesLabel')
      return t('loan-file.sheet.otherLabel');
    if (name === 'otherDebts') return t('loan-file.sheet.repaidDebts');
    if (name === 'hasNoCurrentLoan') return t('loan-file.sheet.currentLoans');
    return t(`loan-file.sheet.${name}`);
  };
  return useScreenForm({
    draft: `dialogue-sheet:${loanId}`,
    initial: last ? asTyped(last.content, currency, locale) : EMPTY,
    schema: dialogueSheet,
    currency,
    toInput: (typed) => asInput(typed, currency, locale),
    controls: CONTROLS,
    labels: Object.fromEntries(
      (Object.keys(EMPTY) as (keyof Typed)[]).map((name) => [name, word(name)]),
    ) as Record<keyof Typed, string>,
  });
}

export type SheetForm = ReturnType<typeof useSheetForm>;

/** Writes the list of loans; « Aucun prêt en cours » goes with the first. */
export function writeLoans(form: SheetForm, loans: readonly CurrentLoan[]): void {
  form.set('currentLoans', JSON.stringify(loans));
  if (loans.length > 0) form.set('hasNoCurrentLoan', '');
}
