import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountTypesOf } from '#domain/accounts/account-types.ts';
import {
  AGES_IN_DAYS,
  BANK_FILTERS,
  DEADLINE_FILTERS,
  FILTERS_OF,
  type FilteredList,
  permissionsOfQuestion,
} from '#domain/desk/request-list.ts';
import { CURRENCIES } from '#domain/money/currencies.ts';
import { readAmount, readWholeNumber } from '#domain/money/typed-number.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { amountAsTyped } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { institution, lends } from '../../page/institution.ts';
import { DateField } from '../../ui/date-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { countryName } from '../clients/client-words.ts';
import { useDeskState } from './desk.tsx';

const TYPES = accountTypesOf(institution);

/** The filters that are one of a few values, in the order of the screen, with the values that have words of their own. */
const CHOICES = {
  deadline: DEADLINE_FILTERS,
  age: AGES_IN_DAYS,
  approval: ['asked'],
  risk: ['warned'],
  documents: ['missing'],
  ficp: ['to-consult'],
  ratio: ['above'],
  iban: ['valid', 'invalid'],
  sepa: ['yes', 'no'],
  payee: ['new', 'known'],
  balance: ['covers', 'short'],
  file: ['none'],
  bank: BANK_FILTERS,
} as const;

/** A number that is sent when the field is left. What cannot be read stays, with what is asked of it; the list then keeps its question. */
function TypedNumber({
  name,
  word = name,
  suffix,
  read,
  write,
  fault,
}: {
  name: string;
  /** The key of its label. */
  word?: string;
  suffix: string;
  /** The value of the address that was typed; null for none of it. */
  read: (typed: string) => number | null;
  write: (value: number) => string;
  fault: string;
}) {
  const { tKey } = useWords();
  const { get, set } = useDeskState();
  const stored = get(name);
  const [typed, setTyped] = useState(stored ? write(Number(stored)) : '');
  const [isUnread, setUnread] = useState(false);
  return (
    <NumberField
      label={tKey(`admin-desk.filter.${word}`)}
      name={name}
      suffix={suffix}
      value={typed}
      {...(isUnread ? { error: fault } : {})}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        const isEmpty = typed.trim() === '';
        const value = isEmpty ? null : read(typed);
        const isRead = value !== null && value >= 0;
        setUnread(!isEmpty && !isRead);
        if (isEmpty || isRead) set({ [name]: value === null ? null : String(value) });
      }}
    />
  );
}

/** The rest of the filters of a list; each choice goes into the address. */
// Longer than 70 lines: it is the list of the filters, each one control.
export function FilterPanel({ list }: { list: FilteredList }) {
  const { t, tKey, locale } = useWords();
  const { get, set } = useDeskState();
  const may = useMay();
  const colleagues = useQuery({
    ...query.tasks.colleagues.queryOptions(),
    enabled: may('tasks.colleagues'),
  });
  const choice = (name: string, options: readonly SelectOption[]) => (
    <Select
      key={name}
      label={tKey(`admin-desk.filter.${name}`)}
      value={get(name) ?? ''}
      placeholder={t('admin-desk.any')}
      options={[...options]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const countries = [...new Set(CURRENCIES.flatMap(({ countries: codes }) => codes as readonly string[]))];
  return (
    <fieldset className="filter-panel">
      <legend className="visually-hidden">{t('admin-desk.filters')}</legend>
      {choice('assignee', [
        { value: 'me', label: t('admin-desk.assignee.me') },
        ...(permissionsOfQuestion({ assignee: 'none' }).every(may)
          ? [
              { value: 'none', label: t('admin-desk.assignee.none') },
              ...(colleagues.data?.colleagues ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]
          : []),
      ])}
      {Object.entries(CHOICES)
        .filter(
          ([name, [value]]) =>
            name in FILTERS_OF[list] &&
            // Only who lends asks the FICP, and holds a request against its policy (LC-6).
            ((name !== 'ficp' && name !== 'ratio') || lends) &&
            permissionsOfQuestion({ [name]: value }).every(may),
        )
        .map(([name, values]) =>
          choice(
            name,
            values.map((value) => ({ value, label: tKey(`admin-desk.choice.${name}.${value}`) })),
          ),
        )}
      {/* The list of clients has it beside its search; of the one kind that some houses open nothing is asked (LC-6). */}
      {list === 'clients' || TYPES.length === 1
        ? null
        : choice(
            'accountType',
            TYPES.map((type) => ({ value: type, label: t(`common.accountTypes.${type}`) })),
          )}
      {choice(
        'currency',
        CURRENCIES.map(({ code }) => ({ value: code, label: code })),
      )}
      {choice(
        'country',
        countries
          .map((code) => ({ value: code, label: countryName(code, locale) }))
          .sort((a, b) => a.label.localeCompare(b.label, locale)),
      )}
      {(['amountFrom', 'amountTo'] as const).map((name) => (
        <TypedNumber
          key={`${name} ${get(name)}`}
          name={name}
          word={list === 'clients' ? `client-${name}` : name}
          suffix="€"
          read={(typed) => readAmount(typed, 'EUR', locale)}
          write={(minor) => amountAsTyped(minor, 'EUR', locale)}
          fault={tKey('validation.amount.invalid')}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t(list === 'clients' ? `admin-desk.filter.client-${name}` : `admin-desk.filter.${name}`)}
          value={get(name) ?? ''}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      ))}
      {list === 'loans'
        ? (['durationFrom', 'durationTo'] as const).map((name) => (
            <TypedNumber
              key={`${name} ${get(name)}`}
              name={name}
              suffix={t('admin-desk.months')}
              read={(typed) => readWholeNumber(typed, locale)}
              write={String}
              fault={t('admin-desk.monthsInvalid')}
            />
          ))
        : null}
    </fieldset>
  );
}
