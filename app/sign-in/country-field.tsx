import { useQuery } from '@tanstack/react-query';
import { query } from '../api/queries.ts';
import { countryName } from '../i18n/country-name.ts';
import { countrySearchWords, isFoundBy } from '../i18n/country-search.ts';
import { useWords } from '../i18n/t.ts';
import { hasAccounts } from '../page/institution.ts';
import { ComboBox } from '../ui/rich/combo-box.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';

/** The country of residence, by its name in the visitor's language, with the currency of the resulting account; one for loans alone is in euro (LC-13). */
export function CountryField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (countryCode: string) => void;
  error?: string;
}) {
  const { t, locale } = useWords();
  const countries = useQuery({
    ...query.signUp.countries.queryOptions(),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (countries.isError) {
    return (
      <ErrorState
        title={t('sign-in.details.countriesFailed')}
        retryLabel={t('common.retry')}
        retrying={countries.isFetching}
        onRetry={() => void countries.refetch()}
      />
    );
  }
  if (!countries.data) {
    return (
      <div className="field">
        <span className="field-label">{t('sign-in.details.country')}</span>
        <Skeleton className="country-waiting" />
      </div>
    );
  }
  const options = countries.data.countries
    .map(({ countryCode, currencyCode }) => ({
      id: countryCode,
      label: hasAccounts
        ? `${countryName(countryCode, locale)} (${currencyCode})`
        : countryName(countryCode, locale),
      words: `${countrySearchWords(countryCode, locale)}${hasAccounts ? ` ${currencyCode}` : ''}`,
    }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <ComboBox
      // The library renders the list once: another language needs a new one.
      key={locale}
      name="country"
      label={t('sign-in.details.country')}
      hint={hasAccounts ? t('sign-in.details.countryHint') : undefined}
      options={options}
      isFound={({ label, words }, typed) => isFoundBy(`${label} ${words ?? ''}`, typed)}
      value={value || null}
      onChange={(code) => onChange(code ?? '')}
      emptyText={t('sign-in.details.noCountry')}
      error={error}
      required
    />
  );
}
