import { holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { drawPaper } from '../papers/paper.ts';
import { french } from '../papers/paper-language.ts';
import type { Making } from '../papers/sheets.ts';
import { fill, legalWords } from '../papers/words.ts';
import type { ForeseenCollection, MandateRow } from './queries.ts';

/**
 * The mandate as a PDF, in the words of the scheme's model (EPC016-06): who collects, who is debited, what the signature allows, and its rights. What it
 * will collect follows, day by day: the notice of all of it at the signature (PAY-69).
 * @param collections none of a mandate that has ended, or of a loan that is not paid out yet.
 */
export async function mandateDocument(
  making: Making,
  mandate: MandateRow,
  collections: readonly ForeseenCollection[],
): Promise<Uint8Array> {
  const { address } = making.institution;
  const of = legalWords.mandate;
  const language = french();
  const { words, dayInWords, dayInFigures } = language;
  return drawPaper({ ...making, language, title: `${of.title} – ${mandate.reference}` }, async (paper) => {
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
    if (collections.length === 0) return;
    paper.heading(of.collections);
    paper.paragraph(
      fill(of.notice, { reference: mandate.reference, identifier: mandate.creditorIdentifier }),
    );
    await paper.table({
      columns: [
        { header: of.instalment, share: 0.3 },
        { header: of.collectionDay, share: 0.4 },
        { header: of.amount, share: 0.3, isNumber: true },
      ],
      rows: collections.map(({ number, dueOn, amountMinor }) => [
        String(number),
        dayInFigures(collectionDayOf(dueOn)),
        paper.amount(amountMinor, 'EUR'),
      ]),
    });
  });
}
