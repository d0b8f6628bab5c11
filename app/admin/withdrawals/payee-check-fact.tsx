import type * as z from 'zod/mini';
import type { examinedWithdrawal } from '#contract/withdrawals.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Fact } from '../desk/fact.tsx';

type Check = NonNullable<z.infer<typeof examinedWithdrawal>['payeeCheck']>;

const KINDS = {
  match: 'good',
  'close-match': 'doubtful',
  'no-match': 'bad',
  'not-possible': 'doubtful',
} as const;

/** What was answered about the name of an order's payee, and what the client decided knowing it (PAY-15). */
export function PayeeCheckFact({ check }: { check: Check }) {
  const t = useT();
  const { moment } = useFormats();
  const { result, reason, decision } = check;
  return (
    <div className="payee-check">
      <Fact kind={KINDS[result]}>
        {t(`admin-withdrawals.payeeCheck.${result}`, { name: check.returnedName ?? '' })}
      </Fact>
      <span className="cell-note">
        {[
          reason ? t(`admin-withdrawals.payeeCheck.reasons.${reason}`) : null,
          decision && result !== 'match' ? t(`admin-withdrawals.payeeCheck.${decision}`) : null,
          check.isSimulated ? t('admin-withdrawals.payeeCheck.simulated') : null,
          moment(check.answeredAt),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
    </div>
  );
}
