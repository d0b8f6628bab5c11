import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { payeeCheck } from '#contract/payees.ts';
import { ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
import { asksClient } from '#domain/payees/payee-check.ts';
import type { StandingOrderInput } from '#domain/standing-orders/standing-order.ts';
import type { WithdrawalInput } from '#domain/withdrawals/request.ts';
import { api } from '../../api/client.ts';
import { useOutcome } from '../../api/outcome.ts';
import { ApiProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/queries.ts';
import { type Overview, overviewOptions } from '../accounts/overview.ts';
import type { Payee } from './transfer-fields.tsx';

export type PayeeCheck = z.infer<typeof payeeCheck>;

/** A transfer as its form gives it: with the name of its payee, and when it leaves unless that is now. */
export type NamedTransfer = WithdrawalInput & {
  readonly recipientName: string;
  readonly frequency?: StandingOrderInput['frequency'] | undefined;
  readonly firstDay?: string | undefined;
  readonly dayOfMonth?: number | null | undefined;
  readonly lastDay?: string | null | undefined;
  readonly times?: number | null | undefined;
};

/** A transfer that leaves later or regularly: nothing is held for it now (PAY-44). */
export const isProgrammed = (
  transfer: NamedTransfer,
): transfer is NamedTransfer & Pick<StandingOrderInput, 'frequency' | 'firstDay'> =>
  transfer.frequency !== undefined && transfer.firstDay !== undefined;

/** What is shown before a transfer leaves. */
export interface Look {
  readonly transfer: NamedTransfer;
  /** As read when the confirmation was opened. */
  readonly account: Overview['account'];
  /** Whether the client has never sent money to this IBAN. */
  readonly isNewPayee: boolean;
  /** What is known of whether the name and the IBAN belong together; null for an IBAN that does not hold. */
  readonly check: PayeeCheck | null;
  /** The name of a close match that the client chose; null before they chose. */
  readonly chosen: 'typed' | 'holder' | null;
}

/** Where the client stands: nothing to judge, a name to choose, or a result to go on with knowing (PAY-15). */
export function judgementOf({ check, chosen }: Pick<Look, 'check' | 'chosen'>): 'none' | 'choose' | 'warned' {
  if (!check || !asksClient(check) || chosen === 'holder') return 'none';
  return check.result === 'close-match' && chosen === null ? 'choose' : 'warned';
}

/** What is sent once the client goes on: the final name, with the check and the result they saw. */
export function orderOf({ transfer, check, chosen }: Look): NamedTransfer {
  if (!check) return transfer;
  const recipientName = chosen === 'holder' ? (check.name ?? transfer.recipientName) : transfer.recipientName;
  return { ...transfer, recipientName, payeeCheckId: check.id, acceptedResult: check.result };
}

/** The order without its check, which is asked for anew at each look. */
const withoutCheck = (order: NamedTransfer) =>
  JSON.stringify({ ...order, payeeCheckId: undefined, acceptedResult: undefined });

/** Whether both are one order to the client: the same sum to the same payee, when and as fast. */
export const isSameOrder = (before: NamedTransfer, now: NamedTransfer): boolean =>
  withoutCheck(before) === withoutCheck(now);

/** Whom a programmed transfer pays already: verified when it was made, not asked about again (PAY-12). */
export type KnownName = Pick<NamedTransfer, 'iban' | 'recipientName'>;

/** Asks whether name and IBAN belong together. Not asked of an IBAN that does not hold: its remark is warning enough (PAY-12). */
async function askOf(transfer: NamedTransfer, known: KnownName | null): Promise<PayeeCheck | null> {
  const { iban, recipientName } = transfer;
  if (!ibanVerdict(iban).ok) return null;
  if (known && known.iban === iban && known.recipientName === recipientName) return null;
  const orderKind = isProgrammed(transfer) ? 'standing-order' : 'transfer';
  const context = { idempotencyKey: crypto.randomUUID() };
  const { check } = await api.payeeChecks.ask({ iban, name: recipientName, orderKind }, { context });
  return check;
}

/**
 * The look at a transfer before it leaves. The balance is read anew for it (docs/rules.md, Forms) and the payee's name is verified; until that
 * is done nothing is shown and nothing is sent.
 */
export function useLastLook({
  known,
  changed = null,
  onShort,
  onUnread,
  onRefused,
}: {
  /** The accounts the client has sent money to before. */
  known: readonly Payee[];
  /** The programmed transfer that is changed; null for a new transfer. */
  changed?: KnownName | null;
  onShort: (availableMinor: number, requestedMinor: number) => void;
  onUnread: () => void;
  /** The server refused to verify the name. */
  onRefused: (problem: ApiProblem) => void;
}) {
  const [shown, setShown] = useState<Look | null>(null);
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
  const read = async (transfer: NamedTransfer) => {
    const { account } = await queryClient.fetchQuery({ ...overviewOptions(), staleTime: 0 });
    // Too much money is said before anybody is asked.
    const isShort = !isProgrammed(transfer) && transfer.amountMinor > account.availableMinor;
    const check = isShort ? null : await askOf(transfer, changed);
    return { account, check, isShort };
  };
  const ask = async (transfer: NamedTransfer) => {
    wanted.current += 1;
    const mine = wanted.current;
    setReading(true);
    setOffline(false);
    const answer = await read(transfer).catch((error: unknown) => error as Error);
    // The client left the dialog, or asked again, before the answer came.
    if (mine !== wanted.current) return;
    setReading(false);
    // This message replaces the message of the look before.
    asOutcome(null, () => {
      if (answer instanceof Error) {
        if (answer instanceof ApiProblem && answer.isFinal) onRefused(answer);
        else if (navigator.onLine) onUnread();
        else setOffline(true);
        return;
      }
      const { account, check, isShort } = answer;
      if (isShort) return onShort(account.availableMinor, transfer.amountMinor);
      // Asked before the transfer is sent: afterwards the payee is known.
      const isNewPayee = !known.some(
        ({ iban, lastUsedAt }) => lastUsedAt !== null && normalizeIban(iban) === transfer.iban,
      );
      setShown({ transfer, account, isNewPayee, check, chosen: null });
    });
  };
  return {
    shown,
    isReading,
    isOffline,
    ask: (transfer: NamedTransfer) => void ask(transfer),
    choose: (chosen: NonNullable<Look['chosen']>) => setShown((look) => look && { ...look, chosen }),
    forget,
  };
}
