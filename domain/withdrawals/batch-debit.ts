import type { TransferPhase } from './phases.ts';

/** A transfer of a file, or a return to a sender in it, as our bank's debit of the file is compared with it. */
export interface FileOrder {
  readonly phase: TransferPhase;
  /** Minor units, above zero. */
  readonly amountMinor: number;
}

const sum = (orders: readonly FileOrder[]) =>
  orders.reduce((total, { amountMinor }) => total + amountMinor, 0);

/**
 * Says whether a debit is that of a file (PAY-38): the whole file, or the file less what was refused; and something of it is still to be
 * debited.
 * @param debitMinor above zero.
 */
export function isDebitOfFile(debitMinor: number, orders: readonly FileOrder[]): boolean {
  const whole = sum(orders);
  const rest = whole - sum(orders.filter(({ phase }) => phase === 'bank-refused'));
  const isOpen = orders.some(({ phase }) => phase === 'exported' || phase === 'accepted' || phase === 'sent');
  return isOpen && (debitMinor === whole || debitMinor === rest);
}
