import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { useMovementWords } from '../../page/movement-words.ts';
import { useHiddenAmounts } from '../accounts/hidden-amounts.ts';
import type { Overview } from '../accounts/overview.ts';

/** Announces a new movement and the resulting balance to screen readers. */
export function MovementAnnouncer({ overview }: { overview: Overview | undefined }) {
  const t = useT();
  const format = useFormats();
  const named = useMovementWords();
  const { isHidden } = useHiddenAmounts();
  const [said, setSaid] = useState('');
  const last = useRef<string | null>(null);
  const movement = overview?.recentTransactions[0];
  const balanceMinor = overview?.account.balanceMinor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a movement is announced when it arrives, not when words or masking change.
  useEffect(() => {
    if (!overview) return;
    const before = last.current;
    last.current = movement?.id ?? '';
    if (before === null || before === last.current || !movement || balanceMinor === undefined) return;
    const { amountMinor, currency } = movement;
    const description = named(movement);
    const hidden = t('client.balance.masked');
    const amount = isHidden ? hidden : format.amount(amountMinor, currency, { signed: true });
    const balance = isHidden ? hidden : format.amount(balanceMinor, currency);
    setSaid(
      `${t('client.movements.announce', { description, amount })} ${t('client.balance.now', { amount: balance })}`,
    );
  }, [movement?.id, balanceMinor]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
