import type { ReadEntry } from './read-message.ts';

/** Between the fields of a name, and before its number. */
export const SEPARATOR = '\u001f';

/** What names an entry (PAY-20). */
export interface EntryIdentity {
  readonly account: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly bookingDay: string | null;
  readonly valueDay: string | null;
  readonly bankRef: string | null;
  readonly code: string | null;
  readonly endToEndId: string | null;
  readonly counterpartyIban: string | null;
  readonly remittance: string | null;
}

/**
 * What names an entry, but for its number among equal ones: with a reference of the bank that reference, without one everything that is
 * known of it.
 */
export function nameOfEntry(entry: EntryIdentity): string {
  const { account, bookingDay, currency, amountMinor } = entry;
  const fields = entry.bankRef
    ? ['R', account, entry.bankRef, bookingDay ?? '', currency, amountMinor]
    : [
        'H',
        account,
        bookingDay ?? '',
        entry.valueDay ?? '',
        currency,
        amountMinor,
        entry.code ?? '',
        entry.endToEndId ?? '',
        entry.counterpartyIban ?? '',
        (entry.remittance ?? '').replace(/\s+/g, ' ').trim().toUpperCase(),
      ];
  return fields.join(SEPARATOR);
}

/**
 * Names the entries of one statement, in their order: the texts whose SHA-256 are their keys (PAY-20). Equal ones are numbered from 1, so
 * that two real payments stay two.
 */
export function createEntryNames(): (entry: EntryIdentity) => string {
  const counts = new Map<string, number>();
  return (entry) => {
    const name = nameOfEntry(entry);
    const n = (counts.get(name) ?? 0) + 1;
    counts.set(name, n);
    return `${name}${SEPARATOR}${n}`;
  };
}

/** What names an entry that was read, on the account as our own books write it. */
export function identityOf(entry: ReadEntry, account: string): EntryIdentity {
  const [only] = entry.transactions.length === 1 ? entry.transactions : [];
  return {
    account,
    currency: entry.currency,
    amountMinor: entry.amountMinor,
    bookingDay: entry.bookingDay,
    valueDay: entry.valueDay,
    bankRef: entry.bankRef,
    code: entry.code,
    endToEndId: only?.endToEndId ?? null,
    counterpartyIban: only?.counterparty.iban ?? null,
    remittance: only ? only.remittance : (entry.text ?? null),
  };
}
