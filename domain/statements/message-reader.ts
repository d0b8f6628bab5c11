import { MAX_BOOKED_MINOR, readAmount } from './amounts.ts';
import { CAMT_ELEMENTS, newCamtState } from './camt-elements.ts';
import { entryOf } from './entry-details.ts';
import { FileFault } from './file-fault.ts';
import { type Element, MAX_TEXT } from './message-elements.ts';
import { messageNamed } from './message-kinds.ts';
import { newPainState, PAIN_ELEMENTS, type PainState } from './pain-elements.ts';
import type { MessageSink, ReadEntry, ReadReport, ReadStatement, ReportedStatus } from './read-message.ts';
import type { BalanceDraft, StatementDraft } from './statement-draft.ts';

/** The deepest nesting that is read (PAY-18). */
export const MAX_DEPTH = 60;

/** What a parser of XML tells, element by element. Its names are without prefix, its namespaces resolved. */
export interface MessageReader {
  /** @param currency the attribute `Ccy`, where there is one. */
  open(name: string, namespace: string, currency: string | undefined): void;
  text(text: string): void;
  close(): void;
  /** At the end of the file. @throws FileFault `file.empty` when it held no statement and no report. */
  end(): void;
}

/** A message being read: the elements of its kind with the state they fill. */
interface Reading<State> {
  readonly elements: Element<State>;
  readonly state: State;
  end(): void;
}

/** The kinds differ in their state, which only their own elements touch. */
const untyped = <State>(reading: Reading<State>): Reading<unknown> => reading as Reading<unknown>;

function balanceMinor({ amount, isCredit }: BalanceDraft): number {
  if (!amount || isCredit === null) throw new FileFault('file.malformed', 'a balance without amount');
  const amountMinor = readAmount(amount.text, amount.currency);
  return isCredit || amountMinor === 0 ? amountMinor : -amountMinor;
}

/** What a statement counts while its entries go by. */
interface Sums {
  bookedCount: number;
  creditSumMinor: number;
  debitSumMinor: number;
  otherCount: number;
  isOneCurrency: boolean;
}
const noSums = (): Sums => ({
  bookedCount: 0,
  creditSumMinor: 0,
  debitSumMinor: 0,
  otherCount: 0,
  isOneCurrency: true,
});

function addTo(sums: Sums, entry: ReadEntry, currency: string): void {
  if (entry.status !== 'BOOK') {
    sums.otherCount += 1;
    return;
  }
  sums.bookedCount += 1;
  if (entry.amountMinor > 0) sums.creditSumMinor += entry.amountMinor;
  else sums.debitSumMinor -= entry.amountMinor;
  if (Math.max(sums.creditSumMinor, sums.debitSumMinor) > MAX_BOOKED_MINOR)
    throw new FileFault('file.amount', 'a sum of entries');
  sums.isOneCurrency &&= entry.currency === currency;
}

const dayIn = ({ day }: BalanceDraft): string => day ?? '';

/**
 * The statement at its end: opening (OPBD, else PRCD) and closing (CLBD); other balances are ignored (PAY-21). Of several days it has one of each for each
 * day, in any order: the first day opens it, and the last closes it.
 */
function statementOf(
  { balances }: StatementDraft,
  sums: Sums,
  about: About,
  isNotification: boolean,
): ReadStatement {
  const inOrder = isNotification
    ? []
    : balances.toSorted((a, b) => (dayIn(a) < dayIn(b) ? -1 : Number(dayIn(a) > dayIn(b))));
  const of = (type: string) => inOrder.filter((one) => one.type === type);
  const [opening] = [...of('OPBD'), ...of('PRCD')];
  const closing = of('CLBD').at(-1);
  const { isOneCurrency, ...counted } = sums;
  const bookedSumMinor = sums.creditSumMinor - sums.debitSumMinor;
  const openingMinor = opening ? balanceMinor(opening) : null;
  const closingMinor = closing ? balanceMinor(closing) : null;
  const isSameCurrency = [opening, closing].every((one) => !one || one.amount?.currency === about.currency);
  return {
    ...about,
    openingType: opening ? (opening.type as 'OPBD' | 'PRCD') : null,
    openingMinor,
    closingMinor,
    day: closing?.day ?? null,
    ...counted,
    bookedSumMinor,
    addsUp:
      openingMinor === null || closingMinor === null
        ? null
        : isOneCurrency && isSameCurrency && openingMinor + bookedSumMinor === closingMinor,
  };
}

type About = Pick<
  ReadStatement,
  'id' | 'sequence' | 'account' | 'currency' | 'page' | 'lastPage' | 'isFirstPage'
>;
type Place = Pick<About, 'page' | 'lastPage' | 'isFirstPage'>;

/** Which part of the bank's message a file is. */
interface MessagePart {
  readonly page: number | null;
  readonly isLast: boolean | null;
}

/**
 * Which page of its statement a draft is: as it says itself (`StmtPgntn`), else, of a statement that a bank cut over several messages, the number of
 * its message. Such a part has a balance that stands between two parts, or lacks the opening where messages come before it, or the closing where others
 * follow. The first of them need not be in the first message.
 */
function placeOf({ page, lastPage, balances }: StatementDraft, message: MessagePart): Place {
  if (page !== null) return { page, lastPage, isFirstPage: page === 1 };
  const isWhole = (...types: readonly string[]) =>
    balances.some(({ type, isIntermediate }) => types.includes(type ?? '') && !isIntermediate);
  const [isOpened, isClosed] = [isWhole('OPBD', 'PRCD'), isWhole('CLBD')];
  const isBetween = balances.some(({ type, isIntermediate }) => isIntermediate || type === 'ITBD');
  const lacksOpening = !isOpened && (message.page ?? 1) > 1;
  const lacksClosing = !isClosed && message.isLast === false;
  const isCut = (isBetween && !(isOpened && isClosed)) || lacksOpening || lacksClosing;
  if (message.page === null || !isCut) return { page, lastPage, isFirstPage: true };
  return { page: message.page, lastPage: isClosed, isFirstPage: isOpened };
}

/** A notification that a bank cuts over pages, or over messages, has an account and an id for all of them: each page counts by itself. */
function placeOfNotification({ page, lastPage }: StatementDraft, message: MessagePart): Place {
  const isOnePage = message.page === null || (message.page === 1 && message.isLast !== false);
  return page === null && !isOnePage
    ? { page: message.page, lastPage: message.isLast, isFirstPage: true }
    : { page, lastPage, isFirstPage: true };
}

/** The balances that count (PAY-21); those of another kind may be in another currency. */
const COUNTED_BALANCES: readonly string[] = ['OPBD', 'PRCD', 'CLBD'];

/** Who a statement is about. @throws FileFault `file.malformed` without id or account. */
function aboutOf(draft: StatementDraft, entryCurrency: string | undefined, place: Place): About {
  const { id, sequence, account } = draft;
  if (!id) throw new FileFault('file.malformed', 'a statement without Id');
  if (!account) throw new FileFault('file.malformed', 'a statement without account');
  const counted = draft.balances.find(({ type }) => COUNTED_BALANCES.includes(type ?? ''));
  const currency = draft.currency ?? counted?.amount?.currency ?? entryCurrency;
  if (!currency) throw new FileFault('file.malformed', 'a statement without currency');
  return { id, sequence, account, currency, ...place };
}

function camtReading(kind: 'camt.053' | 'camt.054', version: string, sink: MessageSink): Reading<unknown> {
  let sums = noSums();
  let about: About | null = null;
  let isHeaderTold = false;
  let statements = 0;
  const tellHeader = () => {
    if (!isHeaderTold) sink.header({ kind, version, messageId: state.messageId, createdAt: state.createdAt });
    isHeaderTold = true;
  };
  const begin = (entryCurrency?: string): About => {
    if (about) return about;
    tellHeader();
    const place = kind === 'camt.054' ? placeOfNotification : placeOf;
    const message = { page: state.messagePage, isLast: state.isLastMessage };
    about = aboutOf(state.statement, entryCurrency, place(state.statement, message));
    sink.statementBegins(about);
    return about;
  };
  const state = newCamtState({
    endOfHeader: tellHeader,
    endOfEntry() {
      const { currency } = begin(state.entry.amount?.currency);
      const entry = entryOf(state.entry, currency);
      addTo(sums, entry, currency);
      sink.entry(entry);
    },
    endOfStatement() {
      sink.statement(statementOf(state.statement, sums, begin(), kind === 'camt.054'));
      sums = noSums();
      about = null;
      statements += 1;
    },
  });
  const end = () => {
    if (statements === 0) throw new FileFault('file.empty');
  };
  return untyped({ elements: CAMT_ELEMENTS[kind], state, end });
}

const statusOf = ({
  status,
  reason,
}: {
  status: string | null;
  reason: string | null;
}): ReportedStatus | null => (status === null ? null : { status, ...(reason === null ? {} : { reason }) });

function reportOf(state: PainState, originalMessageId: string): ReadReport {
  return {
    originalMessageId,
    group: statusOf(state.group),
    payments: state.payments.map(({ originalPaymentId, payment, transactions }) => ({
      originalPaymentId,
      payment: statusOf(payment),
      transactions: transactions.flatMap(({ endToEndId, ...rest }) => {
        const status = statusOf(rest);
        return status ? [{ endToEndId, ...status }] : [];
      }),
    })),
  };
}

function painReading(version: string, sink: MessageSink): Reading<unknown> {
  const state = newPainState();
  const end = () => {
    const { messageId, createdAt, originalMessageId } = state;
    if (!originalMessageId) throw new FileFault('file.empty');
    sink.header({ kind: 'pain.002', version, messageId, createdAt });
    sink.report(reportOf(state, originalMessageId));
  };
  return untyped({ elements: PAIN_ELEMENTS, state, end });
}

/** The reading that the root of a file asks for. @throws FileFault `file.kind`, `file.version`. */
function readingOf(
  name: string,
  namespace: string,
  versions: readonly string[],
  sink: MessageSink,
): Reading<unknown> {
  const message = messageNamed(namespace, versions);
  if ('refusal' in message) throw new FileFault(message.refusal, namespace.slice(0, 60));
  if (name !== 'Document') throw new FileFault('file.kind', name.slice(0, 60));
  const { kind, version } = message;
  return kind === 'pain.002' ? painReading(version, sink) : camtReading(kind, version, sink);
}

/**
 * Reads a camt.053, camt.054 or pain.002 of any listed version from the events of an XML parser (PAY-17, PAY-18). What is read goes to the
 * sink at once. Every method throws `FileFault` for a file that is refused.
 * @param versions the names of the messages that are read (`file.versions` of the dated data).
 */
export function createMessageReader(sink: MessageSink, versions: readonly string[]): MessageReader {
  let reading: Reading<unknown> | null = null;
  let namespaceOfRoot = '';
  /** The elements around the present place that are read. */
  const path: Element<unknown>[] = [];
  /** How deep the present place is inside an element that is passed over. */
  let passedOver = 0;
  let collected = '';
  let currencyHere = '';

  return {
    open(name, namespace, currency) {
      if (path.length + passedOver >= MAX_DEPTH) throw new FileFault('file.too-deep');
      if (!reading) {
        reading = readingOf(name, namespace, versions, sink);
        namespaceOfRoot = namespace;
        path.push(reading.elements);
        return;
      }
      const here = passedOver === 0 ? path.at(-1) : undefined;
      const known = namespace === namespaceOfRoot ? here?.children?.[name] : undefined;
      // Which of the two parts around it would be the value?
      if (here?.text && !here.children) throw new FileFault('file.malformed', 'an element inside a value');
      if (!known) {
        passedOver += 1;
        return;
      }
      path.push(known);
      collected = '';
      currencyHere = currency ?? '';
      known.begin?.(reading.state);
    },
    text(text) {
      if (passedOver > 0 || !path[path.length - 1]?.text) return;
      collected += text;
      if (collected.length > MAX_TEXT) throw new FileFault('file.malformed', 'a text that is too long');
    },
    close() {
      if (passedOver > 0) {
        passedOver -= 1;
        return;
      }
      const element = path.pop();
      if (!element || !reading) throw new FileFault('file.malformed');
      const word = element.text ? collected.trim() : '';
      if (word !== '' || element.isNeverEmpty) element.text?.(reading.state, word, currencyHere);
      collected = '';
      element.end?.(reading.state);
    },
    end() {
      if (!reading) throw new FileFault('file.malformed');
      reading.end();
    },
  };
}
