import { withdrawalDetails } from '#domain/ledger/movement-words.ts';
import { transferSent } from '#domain/ledger/payment-postings.ts';
import { withdrawalExecution } from '#domain/ledger/postings.ts';
import { newClientLine, type Recorded, recordEach } from '../ledger/record-transaction.ts';
import type { Outcome, Work } from '../work/work.ts';
import type { OwnTransfer } from './own-transfers.ts';

/**
 * Books that transfers leave their clients' accounts (PAY-38). Once our account is kept by its statements they are under way until the bank's
 * line; before, they leave it at once (PAY-19). One call of the ledger; an account that cannot pay refuses its own transfer and no other.
 * @param isKept whether our account of their currency is kept by its statements.
 */
export function sendTransfers(
  work: Work,
  transfers: readonly OwnTransfer[],
  isKept: boolean,
): Promise<Outcome<Recorded>[]> {
  if (transfers.length === 0) return Promise.resolve([]);
  const make = isKept ? transferSent : withdrawalExecution;
  return recordEach(
    work.tx,
    transfers.map(({ id, account, currency, amountMinor, bankName, iban }) => ({
      work,
      account: { id: account.id, ledgerAccountId: account.ledgerAccountId, currency },
      posting: make({ ledgerAccountId: account.ledgerAccountId, currency }, { amountMinor, currency }),
      causeId: id,
      line: newClientLine(work, 'VIR'),
      details: isKept ? { payee: bankName, ibanEnd: iban.slice(-4) } : withdrawalDetails({ bankName, iban }),
      document: { kind: 'order', orderId: id } as const,
    })),
  );
}
