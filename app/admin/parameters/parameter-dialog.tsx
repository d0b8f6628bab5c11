import { useMay } from '../../api/session.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useSourceInWords } from './known-sources.ts';
import {
  type DatedParameter,
  type ParameterRow,
  useParameterName,
  useSince,
  useValueWords,
  useWholeValue,
} from './parameter-words.ts';

/** Every value of a key with its first day and its source, newest first; and the way to add one. */
export function ParameterDialog({
  parameter,
  today,
  onAdd,
  onClose,
}: {
  parameter: DatedParameter;
  today: string;
  onAdd: () => void;
  onClose: () => void;
}) {
  const { t } = useWords();
  const may = useMay();
  const nameOf = useParameterName();
  return (
    <Dialog
      open
      size="wide"
      title={nameOf(parameter.key)}
      description={parameter.key}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {may('parameters.change') ? (
            <Button tone="primary" onClick={onAdd}>
              {t('dated-data.add')}
            </Button>
          ) : null}
        </>
      }
    >
      <DataTable caption={t('dated-data.history')}>
        <thead>
          <tr>
            <th scope="col">{t('dated-data.fromColumn')}</th>
            <th scope="col">{t('dated-data.value')}</th>
            <th scope="col">{t('dated-data.columns.source')}</th>
          </tr>
        </thead>
        <tbody>
          {parameter.rows.map((row) => (
            <ValueRow key={row.from} parameter={parameter} row={row} today={today} />
          ))}
        </tbody>
      </DataTable>
    </Dialog>
  );
}

function ValueRow({
  parameter: { key, inForceFrom },
  row,
  today,
}: {
  parameter: DatedParameter;
  row: ParameterRow;
  today: string;
}) {
  const { t } = useWords();
  const { day } = useFormats();
  const since = useSince();
  const sourceInWords = useSourceInWords();
  const inWords = useValueWords();
  const whole = useWholeValue()(key, row.value);
  const isInForce = row.from === inForceFrom;
  const state = isInForce ? 'current' : row.from > today ? 'planned' : 'past';
  return (
    <DataRow data-row={row.from}>
      <DataCell rowHeader>
        {row.from > today ? day(row.from) : since(row.from)}
        <span className="cell-note">
          <StatusBadge kind={isInForce ? 'done' : state === 'planned' ? 'waiting' : 'idle'}>
            {t(`dated-data.${state}`)}
          </StatusBadge>
        </span>
      </DataCell>
      <DataCell label={t('dated-data.value')}>
        {inWords(key, row.value)}
        {whole === null ? null : <span className="cell-note parameter-whole">{whole}</span>}
      </DataCell>
      <DataCell label={t('dated-data.columns.source')}>
        {sourceInWords(row.source)}
        <span className="cell-note">{t(`dated-data.verified.${row.verified}`)}</span>
      </DataCell>
    </DataRow>
  );
}
