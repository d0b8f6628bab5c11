import './parameters.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isGroupOfHouse } from '#domain/desk/parameters-of-house.ts';
import { groupOf, PARAMETER_GROUPS, type ParameterGroup } from '#domain/parameters/parameter-kinds.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { lends } from '../../page/institution.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { DataCell, DataRow, DataTable, RowLink } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDeskState } from '../desk/desk.tsx';
import { ListFrame } from '../desk/list-frame.tsx';
import { SearchField } from '../desk/search-field.tsx';
import { useParts } from '../frame/permitted.tsx';
import { useSourceInWords } from './known-sources.ts';
import { NewValueDialog } from './new-value-dialog.tsx';
import { ParameterDialog } from './parameter-dialog.tsx';
import {
  type DatedParameter,
  rowsInTime,
  useParameterName,
  useSince,
  useValueWords,
} from './parameter-words.ts';
import { bandsEnd } from './value-fields.ts';

const GROUPS = Object.keys(PARAMETER_GROUPS) as ParameterGroup[];

/** The text without accents and capitals, as people search. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** « Données datées » (LC-8): what is in force, what comes and from when, with its source; a new value is added with its day. */
export function ParametersTab() {
  const { t } = useWords();
  const { get, set } = useDeskState();
  const nameOf = useParameterName();
  const list = useQuery(query.parameters.list.queryOptions());
  const [adding, setAdding] = useState(false);
  const parts = useParts();
  const all = (list.data?.parameters ?? []).filter(({ key }) => isGroupOfHouse(groupOf(key), parts));
  const today = list.data?.today ?? '';
  const asked = plain(get('q') ?? '');
  const isComing = get('coming') === 'yes';
  const found = all.filter(
    (one) =>
      plain(`${nameOf(one.key)} ${one.key}`).includes(asked) && (!isComing || rowsInTime(one).next !== null),
  );
  const opened = all.find(({ key }) => key === get('parameter'));
  const close = () => {
    setAdding(false);
    set({ parameter: null }, { replace: true });
  };
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('dated-data.intro')}</p>
      </div>
      <UsuryNotice
        parameters={all}
        today={today}
        onLoad={() => {
          setAdding(true);
          set({ parameter: 'usury.ceilings' }, { replace: true });
        }}
      />
      <div className="parameters-filter">
        <SearchField
          label={t('dated-data.find')}
          hint={t('dated-data.find')}
          value={get('q') ?? ''}
          onSearch={(q) => set({ q: q || null }, { replace: true })}
        />
        <Checkbox
          label={t('dated-data.coming')}
          checked={isComing}
          onChange={() => set({ coming: isComing ? null : 'yes' }, { replace: true })}
        />
      </div>
      <ListFrame list={list} count={all.length} rows={10}>
        {found.length === 0 ? <p className="entries-empty">{t('dated-data.none')}</p> : null}
        {GROUPS.map((group) => (
          <Group
            key={group}
            name={t(`dated-data.groups.${group}`)}
            parameters={found.filter(({ key }) => groupOf(key) === group)}
            onOpen={(key) => set({ parameter: key }, { replace: true })}
          />
        ))}
      </ListFrame>
      {opened && !adding ? (
        <ParameterDialog parameter={opened} today={today} onAdd={() => setAdding(true)} onClose={close} />
      ) : null}
      {opened && adding ? <NewValueDialog parameter={opened} today={today} onClose={close} /> : null}
    </>
  );
}

/** Says that no ceilings of the running quarter are loaded: a live institution can make no offer then (LC-37). */
function UsuryNotice({
  parameters,
  today,
  onLoad,
}: {
  parameters: readonly DatedParameter[];
  today: string;
  onLoad: () => void;
}) {
  const { t } = useWords();
  const { day } = useFormats();
  const may = useMay();
  const usury = parameters.find(({ key }) => key === 'usury.ceilings');
  const { inForce } = usury ? rowsInTime(usury) : { inForce: null };
  const end = inForce ? bandsEnd(inForce.value) : null;
  // Who lends nothing makes no offer (LC-6).
  if (!lends || end === null || end >= today) return null;
  return (
    <Notice
      tone="warning"
      title={t('dated-data.usuryMissing')}
      actions={
        may('parameters.change') ? <Button onClick={onLoad}>{t('dated-data.usuryLoad')}</Button> : null
      }
    >
      {t('dated-data.usuryMissingText', { day: day(end) })}
    </Notice>
  );
}

function Group({
  name,
  parameters,
  onOpen,
}: {
  name: string;
  parameters: readonly DatedParameter[];
  onOpen: (key: string) => void;
}) {
  const { t } = useWords();
  if (parameters.length === 0) return null;
  return (
    <section className="parameters-group">
      <h2>{name}</h2>
      <DataTable caption={name}>
        <thead>
          <tr>
            <th scope="col">{t('dated-data.columns.name')}</th>
            <th scope="col">{t('dated-data.columns.inForce')}</th>
            <th scope="col">{t('dated-data.columns.next')}</th>
            <th scope="col">{t('dated-data.columns.source')}</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter) => (
            <ParameterLine key={parameter.key} parameter={parameter} onOpen={() => onOpen(parameter.key)} />
          ))}
        </tbody>
      </DataTable>
    </section>
  );
}

function ParameterLine({ parameter, onOpen }: { parameter: DatedParameter; onOpen: () => void }) {
  const { t } = useWords();
  const { day } = useFormats();
  const since = useSince();
  const sourceInWords = useSourceInWords();
  const inWords = useValueWords();
  const nameOf = useParameterName();
  const { key } = parameter;
  const { inForce, next } = rowsInTime(parameter);
  return (
    <DataRow data-row={key}>
      <DataCell rowHeader>
        <RowLink onClick={onOpen}>{nameOf(key)}</RowLink>
        <span className="cell-note">{key}</span>
      </DataCell>
      <DataCell label={t('dated-data.columns.inForce')}>
        {inForce ? inWords(key, inForce.value) : t('dated-data.noValue')}
        {inForce ? <span className="cell-note">{since(inForce.from)}</span> : null}
      </DataCell>
      <DataCell label={t('dated-data.columns.next')}>
        {next ? (
          <>
            {inWords(key, next.value)}
            <span className="cell-note">{t('dated-data.from', { day: day(next.from) })}</span>
          </>
        ) : (
          '–'
        )}
      </DataCell>
      <DataCell label={t('dated-data.columns.source')}>
        {inForce ? sourceInWords(inForce.source) : '–'}
        {inForce?.verified === 'memory' ? (
          <span className="cell-note">
            <StatusBadge kind="attention">{t('dated-data.verified.memory')}</StatusBadge>
          </span>
        ) : null}
      </DataCell>
    </DataRow>
  );
}
