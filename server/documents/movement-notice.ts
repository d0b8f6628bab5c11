import { formatIban } from '#domain/accounts/iban.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import type withdrawalReasons from '#locales/fr/withdrawal-reasons.json';
import { movementWords } from '../ledger/movement-words.ts';
import { addressLines } from '../papers/address-lines.ts';
import { drawPaper, type Paper } from '../papers/paper.ts';
import type { PaperLanguage } from '../papers/paper-language.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { fill, readCatalogue } from '../papers/words.ts';
import type { WithdrawalRow } from '../withdrawals/queries.ts';
import type { MovementFacts } from './movement-facts.ts';
import type { ExactMovement, Holder } from './queries.ts';

type Fact = readonly [string, string];

/** A fact of a value that there may not be. */
const known = (name: string, value: string | null | undefined): Fact[] => (value ? [[name, value]] : []);

/** What the notice is of: it gives the document its title. */
function kindOf({ amount }: ExactMovement, { transfer, counterpart }: MovementFacts) {
  if (transfer) return amount < 0 ? 'executed' : 'returned';
  return counterpart ? 'received' : 'other';
}

/** Whom the money went to or came from. */
function partiesOf(
  { words }: PaperLanguage,
  holder: Holder,
  movement: ExactMovement,
  { transfer, counterpart }: MovementFacts,
): Fact[] {
  const text = words.notice;
  const account = holder.iban ? formatIban(holder.iban) : words.noIban;
  if (!counterpart)
    return [
      [text.to, holder.displayName],
      [words.iban, account],
    ];
  if (!transfer)
    return [
      [text.payer, counterpart.name ?? text.unknown],
      [text.payee, holder.displayName],
      [text.payeeIban, account],
    ];
  return [
    [text.from, holder.displayName],
    [movement.amount < 0 ? text.fromAccount : text.account, account],
    [text.payee, counterpart.name ?? text.unknown],
    ...known(text.payeeIban, counterpart.iban && formatIban(counterpart.iban)),
    ...known(text.payeeBank, counterpart.bankName),
  ];
}

/** Why a transfer came back, in the words that its client reads. */
function reasonOf({ code }: PaperLanguage, { reasonCode }: WithdrawalRow): string | null {
  const { reasons } = readCatalogue<typeof withdrawalReasons>(code, 'withdrawal-reasons');
  return reasonCode ? reasons[reasonCode as WithdrawalReason] : null;
}

/** The days of a movement, and those of its transfer. */
function daysOf(language: PaperLanguage, movement: ExactMovement, transfer: WithdrawalRow | null): Fact[] {
  const { words, dayInWords } = language;
  const text = words.notice;
  const day = legalDay(movement.createdAt);
  const executed = movement.amount < 0 && transfer?.sentAt;
  return [
    ...known(text.asked, transfer && dayInWords(transfer.createdAt)),
    [executed ? text.executedOn : text.booked, dayInWords(day)],
    [text.valueDay, dayInWords(movement.valueDay)],
    ...known(text.settled, executed && transfer.settledOn ? dayInWords(transfer.settledOn) : null),
    ...known(text.returnedOn, transfer?.returnedOn && dayInWords(transfer.returnedOn)),
    ...known(text.reason, transfer?.returnedOn && reasonOf(language, transfer)),
  ];
}

/** What the amount was before it was converted; null where nothing was. */
function conversionOf(
  { words, dayInFigures, decimal }: PaperLanguage,
  movement: ExactMovement,
  paper: Paper,
): string | null {
  const { originalAmount, originalCurrency, rate, rateAsOf } = movement;
  if (originalAmount === null || originalCurrency === null || rate === null) return null;
  return fill(rateAsOf ? words.statement.originalOn : words.statement.original, {
    amount: paper.amount(originalAmount, originalCurrency as CurrencyCode),
    rate: decimal(rate.replace(/\.?0+$/, '')),
    date: rateAsOf ? dayInFigures(rateAsOf) : '',
  });
}

/** What the notice says for certain, and no more: money that left need not have arrived. */
function noteOf(
  movement: ExactMovement,
  { transfer }: MovementFacts,
  { institution, language }: MakingInLanguage,
): string | null {
  const text = language.words.notice;
  if (!transfer) return null;
  if (movement.amount > 0) return text.returnedNote;
  if (movement.event === 'internal-transfer')
    return fill(text.internalNote, { institution: institution.legalName });
  return text.executedNote;
}

/** « Avis d'exécution »: one movement of an account, as the bank confirms it. */
export async function movementNoticeDocument(
  making: MakingInLanguage,
  holder: Holder,
  movement: ExactMovement,
  facts: MovementFacts,
): Promise<Uint8Array> {
  const { referenceNumber } = movement;
  const { institution, now, language } = making;
  const text = language.words.notice;
  const kind = kindOf(movement, facts);
  const title = text[kind];
  return drawPaper({ ...making, title: `${title} – ${referenceNumber}` }, (paper) => {
    const amount = paper.amount(Math.abs(movement.amount), holder.currency);
    paper.addressee(addressLines(holder));
    paper.title(title, fill(text.subtitle, { date: language.dayInWords(now) }));
    paper.facts([
      [text.label, movementWords(movement, language.code)],
      [movement.amount < 0 ? text.debited : text.credited, amount],
      ...known(text.converted, conversionOf(language, movement, paper)),
      ...daysOf(language, movement, facts.transfer),
      [text.reference, referenceNumber],
      ...known(text.endToEnd, facts.endToEndId),
    ]);
    paper.heading(text.parties);
    paper.facts([...partiesOf(language, holder, movement, facts), ...known(text.message, facts.message)]);
    const note = noteOf(movement, facts, making);
    if (note) paper.paragraph(note);
    if (movement.amount < 0)
      paper.notice([fill(text.claim, { email: institution.email, phone: institution.phone.display })]);
  });
}
