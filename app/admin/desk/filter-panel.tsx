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
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
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

/** A whole number that is sent when the field is left. */
function TypedNumber({
  name,
  word = name,
  factor,
  suffix,
}: {
  name: string;
  /** The key of its label. */
  word?: string;
  factor: number;
  suffix: string;
}) {
  const { tKey } = useWords();
  const { get, set } = useDeskState();
  const stored = get(name);
  const [typed, setTyped] = useState(stored ? String(Number(stored) / factor) : '');
  return (
    <NumberField
      label={tKey(`admin-desk.filter.${word}`)}
      name={name}
      suffix={suffix}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        const value = Number(typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.'));
        const isRead = typed.trim() !== '' && Number.isFinite(value) && value >= 0;
        if (!isRead) setTyped('');
        set({ [name]: isRead ? String(Math.round(value * factor)) : null });
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
            // Only who lends asks the FICP (LC-6).
            (name !== 'ficp' || lends) &&
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
          factor={100}
          suffix="€"
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
      {list === 'loans' ? (
        <>
          <TypedNumber
            key={`shortest ${get('durationFrom')}`}
            name="durationFrom"
            factor={1}
            suffix={t('admin-desk.months')}
          />
          <TypedNumber
            key={`longest ${get('durationTo')}`}
            name="durationTo"
            factor={1}
            suffix={t('admin-desk.months')}
          />
        </>
      ) : null}
    </fieldset>
  );
}
