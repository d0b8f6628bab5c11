import { useQuery } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { RowTable } from '../desk/row-table.tsx';
import { Permitted } from '../frame/permitted.tsx';
import { ImportRatesDialog } from './import-rates-dialog.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { type CurrencyRate, sourceIn } from './rate-words.ts';

function RateRow({ rate, onChange }: { rate: CurrencyRate; onChange: () => void }) {
  const { t, locale } = useWords();
  const { day } = useFormats();
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  // All stored digits, because conversions use them.
  const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  return (
    <DataRow data-row={rate.currency}>
      <DataCell rowHeader>
        {rate.currency}
        <span className="cell-note">{names.of(rate.currency)}</span>
      </DataCell>
      <DataCell label={t('admin-rates.oneEuro')} numeric>
        {written.format(rate.eurRate as Intl.StringNumericLiteral)}
      </DataCell>
      <DataCell label={t('admin-rates.asOf')}>
        <time dateTime={rate.asOf}>{day(rate.asOf)}</time>
      </DataCell>
      <DataCell label={t('admin-rates.source')}>{sourceIn(t, rate.source)}</DataCell>
      <DataCell>
        <Permitted to="rates.change">
          <Button
            size="dense"
            tone="quiet"
            icon={<Pencil aria-hidden="true" />}
            data-row-link
            aria-label={t('admin-rates.changeOf', { currency: rate.currency })}
            onClick={onChange}
          >
            {t('admin-rates.change')}
          </Button>
        </Permitted>
      </DataCell>
    </DataRow>
  );
}

/** What one euro buys in each currency, with date and source; changed manually or by the European Central Bank's file. */
export function RatesTab() {
  const { t } = useWords();
  const [asking, setAsking] = useState<CurrencyRate | 'import' | null>(null);
  const list = useQuery(query.rates.list.queryOptions());
  const rates = list.data?.rates.filter(({ currency }) => currency !== 'EUR') ?? [];
  const close = () => setAsking(null);
  return (
    <>
      <div className="desk-lead">
        <p className="desk-intro">{t('admin-rates.intro')}</p>
        <Permitted to="rates.import">
          <Button icon={<FileUp aria-hidden="true" />} onClick={() => setAsking('import')}>
            {t('admin-rates.import.open')}
          </Button>
        </Permitted>
      </div>
      <RowTable
        list={list}
        count={rates.length}
        skeletonRows={10}
        caption={t('admin-rates.caption')}
        columns={[
          { label: t('admin-rates.currency') },
          { label: t('admin-rates.oneEuro'), isNumeric: true },
          { label: t('admin-rates.asOf') },
          { label: t('admin-rates.source') },
          { label: t('admin-rates.change'), isSpoken: true },
        ]}
      >
        {rates.map((rate) => (
          <RateRow key={rate.currency} rate={rate} onChange={() => setAsking(rate)} />
        ))}
      </RowTable>
      {asking === 'import' ? <ImportRatesDialog onClose={close} /> : null}
      {asking !== null && asking !== 'import' ? <RateDialog rate={asking} onClose={close} /> : null}
    </>
  );
}
