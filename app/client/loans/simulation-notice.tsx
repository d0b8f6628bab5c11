import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import type { KeptLoan } from '../../page/kept-simulation.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says which simulation the form was filled from, and the duration it was moved to. */
export function SimulationNotice({
  simulation,
  asked,
  durations,
}: {
  simulation: KeptLoan;
  asked: number;
  /** Those on offer, the shortest first. */
  durations: readonly number[];
}) {
  const t = useT();
  const format = useFormats();
  return (
    <Notice>
      {t('client-loans.request.fromSimulation', {
        product: t(`client-loans.request.products.${simulation.product}`),
        amount: format.amount(simulation.amountMinor, 'EUR'),
        duration: format.months(simulation.durationMonths),
      })}
      {asked === simulation.durationMonths
        ? null
        : ` ${t('client-loans.request.fromSimulationDuration', {
            min: String(durations[0]),
            max: String(durations.at(-1)),
            duration: format.months(asked),
          })}`}
    </Notice>
  );
}
