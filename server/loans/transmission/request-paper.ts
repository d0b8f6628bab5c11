import { DIALOGUE_SHEET } from '#content/contract/dialogue-sheet.ts';
import type { PartnerLender } from '#content/institution/partner-lenders.ts';
import type { Institution } from '#content/institution/schema.ts';
import { institutionValues } from '#content/institution-values.ts';
import { textWords } from '#content/text-words/languages.ts';
import { NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import loanWords from '#locales/fr/admin-loans.json' with { type: 'json' };
import fileWords from '#locales/fr/loan-file.json' with { type: 'json' };
import { addressLines } from '../../papers/address-lines.ts';
import { drawPaper } from '../../papers/paper.ts';
import { dayInFrench, french } from '../../papers/paper-language.ts';
import { fill, legalWords } from '../../papers/words.ts';
import type { Work } from '../../work/work.ts';
import { documentsOfLoan } from '../document-queries.ts';
import { sheetsOf } from '../file/file-queries.ts';
import type { Borrower } from '../offers/queries.ts';
import { sheetValues } from '../offers/sheet-values.ts';
import type { RequestRow } from '../queries.ts';
import type { LenderConsent } from './queries.ts';

/** What a lender is handed. */
interface Handed {
  readonly request: RequestRow;
  readonly borrower: Borrower;
  readonly lender: PartnerLender;
  readonly consent: LenderConsent;
  readonly note: string | null;
}

/**
 * The request as a PDF for a lender (LC-6): who asks and for what, the certified dialogue sheet, which documents there are, by whose word it is handed
 * over, and that the lender decides. French for every reader, as the lender is.
 */
export async function requestPaper(
  work: Work,
  institution: Institution,
  { request, borrower, lender, consent, note }: Handed,
): Promise<Uint8Array> {
  const of = legalWords.transmission;
  const currency = request.currency as CurrencyCode;
  const sheet = (await sheetsOf(work.tx, request.id)).find(({ confirmedAt }) => confirmedAt !== null);
  const documents = await documentsOfLoan(work.tx, request.id);
  const { statuses } = textWords.fr.institution;
  const house = institutionValues(institution);
  const language = french();
  const title = `${of.title} – ${borrower.displayName}`;
  return drawPaper({ institution, now: work.now, language, title }, (paper) => {
    paper.title(of.title, fill(of.subtitle, { lender: lender.name, day: dayInFrench(work.now) }));
    paper.facts([
      [of.lender, `${lender.name}, ${statuses[lender.status]}, CIB ${lender.cib}`],
      [
        of.intermediary,
        `${institution.legalName}, ${house['institution.status']}, ${house['institution.registration']}`,
      ],
      [of.consent, fill(of.consentGiven, { lender: consent.lenderName, day: dayInFrench(consent.givenAt) })],
    ]);
    paper.heading(of.borrower);
    paper.facts([
      [of.name, borrower.displayName],
      [of.born, borrower.dateOfBirth ? dayInFrench(borrower.dateOfBirth) : of.notGiven],
      [of.address, addressLines(borrower).slice(1).join(', ') || of.notGiven],
      [of.email, borrower.email],
    ]);
    paper.heading(of.request);
    paper.facts([
      [of.amount, paper.amount(request.amount, currency)],
      [of.duration, fill(of.months, { count: String(request.durationMonths) })],
      ...(request.product ? ([[of.product, loanWords.products[request.product]]] as const) : []),
      [of.purpose, request.purpose],
      [of.income, paper.amount(request.monthlyIncome, currency)],
      [of.askedOn, dayInFrench(request.createdAt)],
    ]);
    if (sheet) {
      const values = sheetValues(sheet, currency);
      paper.heading(DIALOGUE_SHEET.title);
      for (const part of DIALOGUE_SHEET.parts) {
        if (part.facts) paper.facts(part.facts.map(([name, text]) => [name, fill(text, values)] as const));
        for (const text of part.paragraphs ?? []) paper.paragraph(fill(text, values));
      }
    }
    paper.heading(of.documents);
    if (documents.length === 0) paper.paragraph(of.noDocument);
    else
      paper.facts(
        documents.map(({ name, kind, state }) => [
          fileWords.kinds[kind ?? 'other'],
          `${name} (${fileWords.states[state].toLowerCase()})`,
        ]),
      );
    if (note) {
      paper.heading(of.note);
      paper.paragraph(note);
    }
    paper.notice([of.lenderDecides, NO_PAYMENT_BEFORE_LOAN.text]);
  });
}
