import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { withinDebtRatioPolicy } from '#domain/loans/affordability.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Reserved } from '../desk/reserved.tsx';

const WIDTH = 64;

/** The policy of the house in words: whole percents without decimals. */
export function useRatioWords() {
  const { percent } = useFormats();
  return (bps: number) => percent(bps / 100, bps % 100 === 0 ? 0 : 2);
}

/**
 * The debt ratio against the institution's policy of the day: the figure, a gauge with the limit marked, and a warning above it. Undefined is one
 * that the reader may not see: nothing is said of it.
 */
export function DebtRatio({ bps, policyBps }: { bps: number | null | undefined; policyBps: number }) {
  const t = useT();
  const { rate } = useFormats();
  const inWords = useRatioWords();
  // The gauge ends at twice the limit, so that the limit is in its middle.
  const fullBps = 2 * policyBps;
  if (bps === undefined) return <Reserved />;
  if (bps === null) return <span className="debt-ratio">{t('admin-loans.noIncome')}</span>;
  const isWithin = withinDebtRatioPolicy(bps, policyBps);
  const policy = inWords(policyBps);
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
          width={(Math.min(bps, fullBps) * WIDTH) / fullBps}
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
