import type { ChangeEvent } from 'react';
import { ibanLength, ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
import type { useScreenForm } from '../../form/form.ts';
import { countryName } from '../../i18n/country-name.ts';
import { useWords } from '../../i18n/t.ts';
import { TextField } from '../../ui/field.tsx';

/** Says, while it is typed, whether an IBAN holds and in which country its bank is. It never prevents anything. */
function IbanRemark({ typed }: { typed: string }) {
  const { t, tKey, locale } = useWords();
  const iban = normalizeIban(typed);
  if (iban.length < 2) return null;
  const verdict = ibanVerdict(iban);
  const { countryCode } = verdict;
  if (verdict.ok) {
    return (
      <span className="iban-remark" data-good="true">
        {t('client-transfers.request.valid', { country: countryName(verdict.countryCode, locale) })}
      </span>
    );
  }
  const length = ibanLength(countryCode) ?? 0;
  if (countryCode && verdict.reason === 'length' && iban.length < length) {
    return (
      <span className="iban-remark">
        {t('client-transfers.request.checking', {
          country: countryName(countryCode, locale),
          typed: iban.length,
          length,
        })}
      </span>
    );
  }
  return (
    <span className="iban-remark" data-good="false">
      {tKey(`validation.iban.${verdict.reason}`)}
    </span>
  );
}

/** The IBAN of an account at another bank, in capitals while it is typed. */
export function IbanField({
  field,
  typed,
  ...words
}: {
  field: ReturnType<ReturnType<typeof useScreenForm>['field']>;
  /** What the field holds. */
  typed: string;
  label: string;
  hint?: string;
  'data-autofocus'?: boolean;
}) {
  const typeIban = (event: ChangeEvent<HTMLInputElement>) => {
    // The cursor is put back where it was: a new value would move it to the end.
    const { selectionStart, selectionEnd } = event.target;
    event.target.value = event.target.value.toUpperCase();
    event.target.setSelectionRange(selectionStart, selectionEnd);
    return field.onChange(event);
  };
  return (
    <TextField
      {...words}
      {...field}
      onChange={typeIban}
      // Once the field is refused, its error says the same.
      remark={field.error ? undefined : <IbanRemark typed={typed} />}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className="iban-field"
      required
    />
  );
}
