import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { DEBT_RATIO_POLICY_BPS, withinDebtRatioPolicy } from '#domain/loans/affordability.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';

/** The gauge ends at twice the policy's limit, so that the limit is in its middle. */
const FULL_BPS = 2 * DEBT_RATIO_POLICY_BPS;
const WIDTH = 64;

/** The debt ratio against the institution's policy: the figure, a gauge with the limit marked, and a warning above it. */
export function DebtRatio({ bps }: { bps: number | null }) {
  const t = useT();
  const { rate, percent } = useFormats();
  if (bps === null) return <span className="debt-ratio">{t('admin-loans.noIncome')}</span>;
  const isWithin = withinDebtRatioPolicy(bps);
  const policy = percent(DEBT_RATIO_POLICY_BPS / 100, 0);
  return (
    <span className="debt-ratio" data-over={isWithin ? undefined : true}>
      <span className="debt-ratio-figure tabular">
        {isWithin ? null : <TriangleAlert aria-hidden="true" />}
        {rate(bps)}
      </span>
      <svg
        className="debt-ratio-gauge"
        viewBox={`0 0 ${WIDTH} 8`}
        width={WIDTH}
        height={8}
        aria-hidden="true"
      >
        <rect className="debt-ratio-rail" y={2} width={WIDTH} height={4} rx={1} />
        <rect
          className="debt-ratio-fill"
          y={2}
          width={(Math.min(bps, FULL_BPS) * WIDTH) / FULL_BPS}
          height={4}
          rx={1}
        />
        <rect className="debt-ratio-limit" x={WIDTH / 2 - 0.75} width={1.5} height={8} />
      </svg>
      <span className="visually-hidden">
        {t(isWithin ? 'admin-loans.withinPolicy' : 'admin-loans.abovePolicy', { policy })}
      </span>
    </span>
  );
}
