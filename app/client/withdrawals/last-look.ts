import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { normalizeIban } from '#domain/accounts/iban.ts';
import type { WithdrawalInput } from '#domain/withdrawals/request.ts';
import { useOutcome } from '../../api/outcome.ts';
import { queryClient } from '../../api/queries.ts';
import { overviewOptions } from '../accounts/overview.ts';
import type { Payee } from './transfer-fields.tsx';
import type { TransferRecap } from './transfer-recap.tsx';

/**
 * The look at a transfer before it leaves. The balance is read anew for it (docs/rules.md, Forms); until that is done
 * nothing is shown and nothing is sent.
 */
export function useLastLook({
  known,
  onShort,
  onUnread,
}: {
  /** The accounts the client has sent money to before. */
  known: readonly Payee[];
  onShort: (availableMinor: number, requestedMinor: number) => void;
  onUnread: () => void;
}) {
  const [shown, setShown] = useState<ComponentProps<typeof TransferRecap> | null>(null);
  const [isReading, setReading] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const asOutcome = useOutcome();
  const wanted = useRef(0);
  const forget = () => {
    wanted.current += 1;
    setReading(false);
    setOffline(false);
    setShown(null);
  };
  useEffect(() => {
    const over = () => setOffline(false);
    addEventListener('online', over);
    return () => removeEventListener('online', over);
  }, []);
  const ask = async (transfer: WithdrawalInput) => {
    wanted.current += 1;
    const mine = wanted.current;
    setReading(true);
    setOffline(false);
    const read = await queryClient.fetchQuery({ ...overviewOptions(), staleTime: 0 }).catch((): null => null);
    // The client left the dialog, or asked again, before the answer came.
    if (mine !== wanted.current) return;
    setReading(false);
    // This message replaces the message of the look before.
    asOutcome(null, () => {
      if (!read && !navigator.onLine) setOffline(true);
      else if (!read) onUnread();
      else if (transfer.amountMinor > read.account.availableMinor)
        onShort(read.account.availableMinor, transfer.amountMinor);
      else {
        // Asked before the transfer is sent: afterwards the payee is known.
        const isNewPayee = !known.some(({ iban }) => normalizeIban(iban) === transfer.iban);
        setShown({ transfer, account: read.account, isNewPayee });
      }
    });
  };
  return { shown, isReading, isOffline, ask: (transfer: WithdrawalInput) => void ask(transfer), forget };
}
