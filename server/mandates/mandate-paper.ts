import { holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { drawPaper } from '../papers/paper.ts';
import { french } from '../papers/paper-language.ts';
import type { Making } from '../papers/sheets.ts';
import { fill, legalWords } from '../papers/words.ts';
import type { MandateRow } from './queries.ts';

/** The mandate as a PDF, in the words of the scheme's model (EPC016-06): who collects, who is debited, what the signature allows, and its rights. */
export async function mandateDocument(making: Making, mandate: MandateRow): Promise<Uint8Array> {
  const { address } = making.institution;
  const of = legalWords.mandate;
  const language = french();
  const { words, dayInWords } = language;
  return drawPaper({ ...making, language, title: `${of.title} – ${mandate.reference}` }, (paper) => {
    paper.title(of.title, mandate.reference);
    paper.facts([
      [
        of.creditor,
        `${mandate.creditorName}, ${address.street}, ${address.postalCode} ${address.city}, ${address.country}`,
      ],
      [of.creditorIdentifier, mandate.creditorIdentifier],
      [of.reference, mandate.reference],
      [of.debtor, mandate.debtorName],
      [words.iban, formatIban(mandate.iban)],
      [words.bank, mandate.bankName],
      [of.kind, of.recurring],
      [of.signedOn, mandate.signedOn ? dayInWords(mandate.signedOn) : of.notSigned],
      ...(mandate.effectiveOn ? ([[of.effectiveOn, dayInWords(mandate.effectiveOn)]] as const) : []),
      ...(mandate.endedAt ? ([[of.endedOn, dayInWords(mandate.endedAt)]] as const) : []),
    ]);
    paper.paragraph(fill(of.consent, { creditor: mandate.creditorName }));
    paper.paragraph(of.refund);
    if (holdsAccounts(making.institution))
      paper.paragraph(mandate.usesAccount ? of.usesAccount : of.leavesAccount);
    paper.paragraph(of.rights);
  });
}
