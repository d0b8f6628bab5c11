import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { RadioCards } from '../../ui/choices.tsx';
import { SPEEDS, type TransferForm } from './transfer-form.ts';

/** How the transfer goes: « Instantané » is the second choice, at the same price (PAY-43); nothing while it is not offered. */
export function SpeedField({ form }: { form: TransferForm }) {
  const t = useT();
  const format = useFormats();
  const { data } = useQuery(query.transferLimits.show.queryOptions());
  const limits = data?.transferLimits;
  if (!limits?.instant.isOffered) return null;
  const { operationMinor, dayLeftMinor } = limits.instant;
  const own = [operationMinor, dayLeftMinor].filter((minor) => minor !== null);
  return (
    <>
      <RadioCards
        name="speed"
        label={t('client-transfers.speed.label')}
        value={form.typed.speed}
        onChange={(event) => form.set('speed', event.target.value)}
        options={SPEEDS.map((value) => ({
          value,
          title: t(`client-transfers.speed.${value}`),
          description: t(`client-transfers.speed.${value}Text`),
        }))}
      />
      {form.typed.speed === 'instant' && own.length > 0 ? (
        <p className="section-note">
          {t('client-transfers.speed.left', { amount: format.amount(Math.min(...own), limits.currency) })}
        </p>
      ) : null}
    </>
  );
}
