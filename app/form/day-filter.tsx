import { useState } from 'react';
import { isCalendarDate } from '#domain/time/calendar-date.ts';
import { DateField } from '../ui/date-field.tsx';
import type { TextFieldProps } from '../ui/field.tsx';

/** A day that filters a list, applied once its year is whole: while « 2026 » is typed, browsers report the years 0002, 0020 and 0202. */
export function DayFilter({
  value,
  onFilter,
  ...field
}: Omit<TextFieldProps, 'id' | 'type' | 'onInput' | 'value' | 'onChange' | 'onBlur'> & {
  value: string;
  /** Called with a calendar date, or with an empty text when the field is cleared. */
  onFilter: (day: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <DateField
      {...field}
      value={draft ?? value}
      onChange={({ target: { value: typed } }) => {
        const isWhole = typed === '' || isCalendarDate(typed);
        setDraft(isWhole ? null : typed);
        if (isWhole) onFilter(typed);
      }}
      onBlur={() => setDraft(null)}
    />
  );
}
