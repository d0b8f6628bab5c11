import { normalizeIban } from '../accounts/iban.ts';
import type { CurrencyCode } from '../money/currencies.ts';
import { compareNames } from '../payees/name-comparison.ts';
import { addDays } from '../time/days.ts';
import { knownReferencesIn } from './references.ts';
import type { SuspenseReason } from './suspense-reasons.ts';

/** What a line of our bank says that decides who gets its money. */
export interface LineToMatch {
  readonly currency: string;
  /** Minor units, above zero. */
  readonly amountMinor: number;
  readonly endToEndId?: string | null | undefined;
  readonly debtorName?: string | null | undefined;
  readonly debtorIban?: string | null | undefined;
  readonly remittance?: string | null | undefined;
  /** The account that the payer named: a virtual IBAN of a client, or the house's own. */
  readonly creditorIban?: string | null | undefined;
  readonly structuredReference?: string | null | undefined;
  readonly additionalText?: string | null | undefined;
  /** Whether the bank says that an order comes back, with or without a reason. */
  readonly isReturn?: boolean | undefined;
  /** The code of a return; null for money that somebody sent. */
  readonly returnReason?: string | null | undefined;
  /** Whether the bank takes an entry back. */
  readonly isReversal?: boolean | undefined;
}

/** An account of a client, as matching knows it. */
export interface AccountToMatch {
  readonly id: string;
  readonly iban: string | null;
  readonly currency: CurrencyCode;
  readonly status: 'open' | 'closed';
  /** Whether its assets are frozen: what comes in waits (PAY-62). */
  readonly isBlocked?: boolean | undefined;
  readonly holder: string;
  /** Of the account and its loans: those that begin with RF and have check digits, and plain ones. */
  readonly references: readonly string[];
  /** The IBANs that this client was paid from before. */
  readonly knownIbans: readonly string[];
  /** What is due about now: instalments and fees, minor units. */
  readonly dueAmounts: readonly number[];
}

/** A transfer of ours that could come back. */
export interface OwnTransfer {
  readonly amountMinor: number;
  readonly account: string;
  /** Whether it was executed: what has not left cannot come back. */
  readonly isExecuted: boolean;
  /** Whether the assets of its account are frozen. */
  readonly isBlocked?: boolean | undefined;
  /** The line's own where it is not said. */
  readonly currency?: CurrencyCode | undefined;
}

/** What the house knows when it matches a line. */
export interface MatchingBook {
  readonly houseIbans: readonly string[];
  readonly accounts: readonly AccountToMatch[];
  /** By end-to-end id. */
  readonly ownTransfers: ReadonlyMap<string, OwnTransfer>;
  /** Says whether an IBAN is one of those that the house gives to its clients (PAY-5). */
  readonly isInRange?: (iban: string) => boolean;
}

/** Why an account is proposed (PAY-28). */
export const PROPOSAL_REASONS = [
  'same-name',
  'close-name',
  'known-iban',
  'amount-due',
  'reference',
  'virtual-iban',
  'own-transfer',
] as const;
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];

/** An account that a person may give a receipt to; never posted by itself. */
export interface Proposal {
  readonly account: string;
  readonly points: number;
  readonly reasons: readonly ProposalReason[];
}

/** Who gets the money of a credit line, or why nobody does yet. */
export type Match =
  | { readonly action: 'return'; readonly withdrawal: string; readonly account: string }
  | { readonly action: 'post'; readonly rule: 'virtual-iban' | 'reference'; readonly account: string }
  | { readonly action: 'suspense'; readonly why: SuspenseReason; readonly proposals: readonly Proposal[] };

/** From how many points an account is proposed, and for what an account gets them (PAY-28). */
const PROPOSED_FROM = 60;
const POINTS: Readonly<Record<ProposalReason, number>> = {
  'same-name': 60,
  'close-name': 30,
  'known-iban': 40,
  'amount-due': 30,
  // A plain reference names its account, but a slip in it would name another.
  reference: 100,
  'virtual-iban': 100,
  'own-transfer': 100,
};

/** How many days before and after today an amount is due that counts (PAY-28). */
const DUE_WITHIN_DAYS = 10;

/** The first and last day of what is due about a day. YYYY-MM-DD. */
export function dueWindow(day: string): { readonly from: string; readonly to: string } {
  return { from: addDays(day, -DUE_WITHIN_DAYS), to: addDays(day, DUE_WITHIN_DAYS) };
}

const suspense = (why: SuspenseReason, proposals: readonly Proposal[] = []): Match => ({
  action: 'suspense',
  why,
  proposals,
});

const isSame = (a: string | null | undefined, b: string | null | undefined) =>
  Boolean(a && b) && normalizeIban(a ?? '') === normalizeIban(b ?? '');

/** The texts of a line in which references are looked for (PAY-27). */
export function referenceTexts(
  line: Pick<LineToMatch, 'structuredReference' | 'endToEndId' | 'remittance' | 'additionalText'>,
): readonly (string | null | undefined)[] {
  return [line.structuredReference, line.endToEndId, line.remittance, line.additionalText];
}

/** Says whether a line gives back what we sent (PAY-26, rule 0). */
function isReturn(line: LineToMatch, book: MatchingBook): boolean {
  if (line.isReturn || line.returnReason) return true;
  return Boolean(line.isReversal && line.endToEndId && book.ownTransfers.has(line.endToEndId));
}

/** Rule 0: a transfer of ours comes back. */
function returned(line: LineToMatch, book: MatchingBook): Match {
  const sent = line.endToEndId ? book.ownTransfers.get(line.endToEndId) : undefined;
  const { amountMinor, currency } = line;
  if (!line.endToEndId || !sent?.isExecuted || sent.amountMinor !== amountMinor)
    return suspense('return-unknown');
  if ((sent.currency ?? currency) !== currency) return suspense('return-unknown');
  if (sent.isBlocked) return suspense('legal-block');
  return { action: 'return', withdrawal: line.endToEndId, account: sent.account };
}

/** Posts to an account that a rule names, unless it cannot take the money. */
function toAccount(line: LineToMatch, account: AccountToMatch, rule: 'virtual-iban' | 'reference'): Match {
  if (account.isBlocked) return suspense('legal-block');
  if (account.status === 'closed') return suspense('account-closed');
  if (account.currency !== line.currency) return suspense('currency-differs');
  return { action: 'post', rule, account: account.id };
}

/** Rule 1: the payer named an IBAN of a client, or of nobody in our range; null for any other. */
function byVirtualIban(line: LineToMatch, book: MatchingBook): Match | null {
  const iban = line.creditorIban;
  if (!iban || book.houseIbans.some((own) => isSame(own, iban))) return null;
  const [first, ...others] = book.accounts.filter((account) => isSame(account.iban, iban));
  if (first) return others.length > 0 ? suspense('iban-ambiguous') : toAccount(line, first, 'virtual-iban');
  return book.isInRange?.(normalizeIban(iban)) ? suspense('iban-unknown') : null;
}

/** Rule 2: references of ours in the line. One with check digits posts; one without proposes; those of two accounts propose both. */
function byReference(line: LineToMatch, book: MatchingBook): Match | null {
  const texts = referenceTexts(line);
  const named = book.accounts.flatMap((account) => {
    const found = knownReferencesIn(texts, account.references);
    return found.length > 0 ? [{ account, isProtected: found.some((one) => one.startsWith('RF')) }] : [];
  });
  const [first, ...others] = named;
  if (!first) return null;
  const proposals = named.map(
    ({ account }): Proposal => ({ account: account.id, points: POINTS.reference, reasons: ['reference'] }),
  );
  if (others.length > 0) return suspense('reference-ambiguous', proposals);
  return first.isProtected ? toAccount(line, first.account, 'reference') : suspense('proposed', proposals);
}

/** What speaks for an account (PAY-28). */
function reasonsFor(line: LineToMatch, account: AccountToMatch): ProposalReason[] {
  const names = line.debtorName ? compareNames(line.debtorName, account.holder) : 'no-match';
  return [
    ...(names === 'match' ? (['same-name'] as const) : []),
    ...(names === 'close-match' ? (['close-name'] as const) : []),
    ...(account.knownIbans.some((iban) => isSame(iban, line.debtorIban)) ? (['known-iban'] as const) : []),
    ...(account.dueAmounts.includes(line.amountMinor) ? (['amount-due'] as const) : []),
  ];
}

/** Of a reversal or a return the parties keep the roles of the original order: they are shown, and name nobody (PAY-18). */
function namedParties(line: LineToMatch): LineToMatch {
  if (!line.isReversal && !line.isReturn && !line.returnReason) return line;
  return { ...line, creditorIban: null, debtorName: null, debtorIban: null };
}

/** The accounts that a person may give a line to, best first (PAY-28): open ones of its currency with enough that speaks for them. */
export function proposalsFor(asRead: LineToMatch, accounts: readonly AccountToMatch[]): Proposal[] {
  const line = namedParties(asRead);
  return accounts
    .filter(({ status, currency }) => status === 'open' && currency === line.currency)
    .map((account) => {
      const reasons = reasonsFor(line, account);
      const points = reasons.reduce((sum, reason) => sum + POINTS[reason], 0);
      return { account: account.id, points, reasons };
    })
    .filter(({ points }) => points >= PROPOSED_FROM)
    .sort((a, b) => b.points - a.points || (a.account < b.account ? -1 : 1));
}

/**
 * The accounts that a line names, as proposals: those of its references, and the one to which it would be posted by itself if it came today.
 */
export function namedProposals(match: Match): readonly Proposal[] {
  if (match.action === 'suspense') return match.proposals;
  const reason = match.action === 'return' ? 'own-transfer' : match.rule;
  return [{ account: match.account, points: POINTS[reason], reasons: [reason] }];
}

/** Who gets the money of a credit line (PAY-26): the first rule that decides. */
export function matchLine(asRead: LineToMatch, book: MatchingBook): Match {
  if (isReturn(asRead, book)) return returned(asRead, book);
  const line = namedParties(asRead);
  const decided = byVirtualIban(line, book) ?? byReference(line, book);
  if (decided) return decided;
  const proposals = proposalsFor(line, book.accounts);
  return suspense(proposals.length > 0 ? 'proposed' : 'nothing-found', proposals);
}
