import { accountWordOf } from '#domain/accounts/account-types.ts';
import { formatIban, normalizeIban } from '#domain/accounts/iban.ts';
import { paymentReference, printedReference } from '#domain/statements/references.ts';
import { addressLines } from '../papers/address-lines.ts';
import { drawPaper } from '../papers/paper.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import type { Holder } from './queries.ts';

/** The parts of a French account number (RIB): bank, branch, account and key; null for an IBAN of another country. */
export function ribParts(
  iban: string,
): { bank: string; branch: string; account: string; key: string } | null {
  const match = /^FR\d{2}(\d{5})(\d{5})([A-Z0-9]{11})(\d{2})$/.exec(normalizeIban(iban));
  if (!match) return null;
  const [, bank = '', branch = '', account = '', key = ''] = match;
  return { bank, branch, account, key };
}

/** The account's bank details, for payers. */
export async function ribDocument(
  making: MakingInLanguage,
  holder: Holder & { iban: string },
): Promise<Uint8Array> {
  const { words } = making.language;
  return drawPaper({ ...making, title: `${words.rib.title} – ${holder.displayName}` }, (paper) => {
    paper.title(words.rib.title, words.rib.subtitle);
    const parts = ribParts(holder.iban);
    paper.facts([
      [words.holder, addressLines(holder).join(', ')],
      [words.iban, formatIban(holder.iban)],
      ...(parts
        ? ([
            [words.rib.bankCode, parts.bank],
            [words.rib.branchCode, parts.branch],
            [words.rib.accountNumber, parts.account],
            [words.rib.key, parts.key],
          ] as const)
        : []),
      [words.bank, holder.bankName ?? ''],
      [words.rib.reference, printedReference(paymentReference(holder.paymentNumber))],
      [words.account, words.accountTypes[accountWordOf(making.institution, holder.accountType)]],
      [words.currency, holder.currency],
    ]);
    paper.paragraph(words.rib.note);
  });
}
