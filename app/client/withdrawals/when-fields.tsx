import { FREQUENCIES, firstOccurrences } from '#domain/standing-orders/schedule.ts';
import { MAX_DAYS_AHEAD } from '#domain/standing-orders/standing-order.ts';
import { addDays } from '#domain/time/days.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { RadioCards } from '../../ui/choices.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { StandingOrder } from '../standing-orders/standing-order-words.ts';
import { asksForMonthDay, scheduleTyped, type TransferForm, WHEN } from './transfer-form.ts';

const REGULAR = FREQUENCIES.filter((frequency) => frequency !== 'once');
const ENDS = ['none', 'day', 'times'] as const;

/** The days on which the next transfers of what is typed are made: a day on which banks are closed moves to the next one (PAY-47). */
function NextDays({ form, isKept }: { form: TransferForm; isKept: boolean }) {
  const t = useT();
  const format = useFormats();
  const schedule = scheduleTyped(form.typed, useBankDay(), isKept);
  if (!schedule) return null;
  const days = firstOccurrences(schedule, 3).flatMap((one) => ('execution' in one ? [one] : []));
  const isMoved = days.some(({ nominal, execution }) => nominal !== execution);
  return (
    <p className="section-note" aria-live="polite">
      {t(schedule.frequency === 'once' ? 'client-transfers.when.onDay' : 'client-transfers.when.nextDays', {
        days: days.map(({ execution }) => format.day(execution)).join(', '),
      })}
      {isMoved ? ` ${t('client-transfers.when.moved')}` : null}
    </p>
  );
}

/** How often, and until when. */
function RegularFields({ form }: { form: TransferForm }) {
  const t = useT();
  const { end } = form.typed;
  return (
    <>
      <Select
        {...form.field('frequency')}
        label={t('client-transfers.when.frequency')}
        options={REGULAR.map((value) => ({ value, label: t(`client-transfers.frequencies.${value}`) }))}
      />
      {asksForMonthDay(form.typed) ? (
        <Select
          {...form.field('monthDay')}
          label={t('client-transfers.when.monthDay')}
          options={[
            {
              value: 'same',
              label: t('client-transfers.when.sameDay', { day: Number(form.typed.firstDay.slice(8)) }),
            },
            { value: 'last', label: t('client-transfers.when.lastOfMonth') },
          ]}
        />
      ) : null}
      <Select
        {...form.field('end')}
        label={t('client-transfers.when.end')}
        options={ENDS.map((value) => ({ value, label: t(`client-transfers.when.ends.${value}`) }))}
      />
      {end === 'day' ? (
        <DateField
          {...form.field('lastDay')}
          label={t('client-transfers.when.lastDay')}
          width="sm"
          min={form.typed.firstDay || undefined}
          required
        />
      ) : null}
      {end === 'times' ? (
        <NumberField
          {...form.field('times')}
          label={t('client-transfers.when.times')}
          hint={t('client-transfers.when.timesHint')}
          width="xs"
          maxLength={3}
          required
        />
      ) : null}
    </>
  );
}

/** When the transfer leaves: now, on a later day, or regularly (PAY-44). One that was programmed stays so. */
export function WhenFields({ form, changed }: { form: TransferForm; changed: StandingOrder | null }) {
  const t = useT();
  const today = useBankDay();
  const { when, firstDay } = form.typed;
  const isKept = firstDay === changed?.firstDay;
  return (
    <>
      <RadioCards
        name="when"
        label={t('client-transfers.when.label')}
        value={when}
        onChange={(event) => form.set('when', event.target.value)}
        columns={3}
        options={WHEN.filter((value) => !changed || value !== 'now').map((value) => ({
          value,
          title: t(`client-transfers.when.${value}`),
        }))}
      />
      {when === 'now' ? null : (
        <DateField
          {...form.field('firstDay')}
          label={t(when === 'later' ? 'client-transfers.when.day' : 'client-transfers.when.firstDay')}
          width="sm"
          min={isKept ? firstDay : addDays(today, 1)}
          max={addDays(today, MAX_DAYS_AHEAD)}
          required
        />
      )}
      {when === 'regular' ? <RegularFields form={form} /> : null}
      <NextDays form={form} isKept={isKept} />
    </>
  );
}
