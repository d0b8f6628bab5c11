import type { AccountType } from '#domain/accounts/account.ts';
import { accountWordOf } from '#domain/accounts/account-types.ts';
import { holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { clientLanguageOf, intlLocaleOf } from '#domain/clients/client-languages.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import {
  type NotificationKind,
  type NotificationParams,
  notificationValues,
} from '#domain/notifications/notification.ts';
import { type HouseWords, saidByHouse } from '#domain/notifications/said-by-house.ts';
import type mailsFr from '#locales/fr/mails.json';
import type notificationsFr from '#locales/fr/notifications.json';
import { movementWords } from '../ledger/movement-words.ts';
import { drawPaper, type Paper } from '../papers/paper.ts';
import type { PaperLanguage } from '../papers/paper-language.ts';
import type { MakingInLanguage } from '../papers/sheets.ts';
import { fill, readCatalogue } from '../papers/words.ts';
import { secondFactorPart, sessionsPart, signInsPart } from './personal-data-access.ts';
import { orNotGiven, type Part, type PersonalData, wordOf } from './personal-data-part.ts';
import {
  dialogueSheetsPart,
  feesPart,
  ficpPart,
  lendersPart,
  loanDocumentsPart,
  loansPart,
  payeeChecksPart,
  payeesPart,
  withdrawalsPart,
} from './personal-data-requests.ts';

type Facts = (readonly [name: string, value: string])[];

const yesOrNo = ({ words }: PaperLanguage, value: boolean) => (value ? words.data.yes : words.data.no);

/** A sentence kept as a kind and its parameters, in words. */
function sentence(
  { language, institution }: MakingInLanguage,
  template: string | undefined,
  kind: string,
  params: NotificationParams,
): string {
  const { accountType } = params;
  const said = accountType
    ? { ...params, accountType: accountWordOf(institution, accountType as AccountType) }
    : params;
  const values = notificationValues(kind as NotificationKind, said, language.locale, (key) =>
    wordOf(language, key),
  );
  return template?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '…') ?? kind;
}

function identity(language: PaperLanguage, data: PersonalData): Facts {
  const { user, profile, signUp, roles } = data;
  const { words, dayInWords, country, locale } = language;
  const text = words.data;
  const given = (value: string | null | undefined) => orNotGiven(language, value);
  const languageNames = new Intl.DisplayNames([locale], { type: 'language' });
  const person = profile ?? signUp;
  return [
    [text.firstName, given(person?.firstName)],
    [text.lastName, given(person?.lastName)],
    [text.email, given(user?.email)],
    [text.emailVerified, yesOrNo(language, user?.emailVerified ?? false)],
    [text.language, given(user ? languageNames.of(intlLocaleOf(clientLanguageOf(user.language))) : null)],
    [text.phone, given(person?.phone)],
    [text.address, given(profile?.address)],
    [text.postalCode, given(profile?.postalCode)],
    [text.city, given(profile?.city)],
    [text.country, given(person ? country(person.country) : null)],
    [text.dateOfBirth, given(profile?.dateOfBirth ? dayInWords(profile.dateOfBirth) : null)],
    [text.profession, given(profile?.profession)],
    ...(roles.length > 0 ? ([[text.roles, roles.map(({ role }) => role).join(', ')]] as Facts) : []),
    [text.registeredAt, user ? dayInWords(user.createdAt) : text.notGiven],
  ];
}

/** The balance as the sum of the movements, exact where it is beyond the safe integers. */
const balanceOf = ({ transactions }: PersonalData) =>
  transactions.reduce((balance, { amountMinor }) => balance + BigInt(amountMinor), 0n);

function account({ language, institution }: MakingInLanguage, data: PersonalData, paper: Paper): Facts {
  const { account: own } = data;
  if (!own) return [];
  const { words, dayInWords } = language;
  const text = words.data;
  const currency = own.currency as CurrencyCode;
  return [
    [text.accountType, words.accountTypes[accountWordOf(institution, own.accountType)]],
    [text.openedAt, dayInWords(own.createdAt)],
    [text.balance, paper.amount(balanceOf(data), currency)],
    [text.activated, yesOrNo(language, own.isActivated)],
    [text.deposit, paper.amount(own.activationDepositMinor, currency)],
    [words.iban, own.iban ? formatIban(own.iban) : words.noIban],
    [text.bankName, orNotGiven(language, own.bankName)],
  ];
}

/** The currency of the account's movements; without an account there are none, and the euro stands for none. */
const currencyOf = ({ account: own }: PersonalData) => (own?.currency ?? 'EUR') as CurrencyCode;

function movementsPart(language: PaperLanguage, data: PersonalData, paper: Paper): Part {
  const { words, dayInFigures } = language;
  const text = words.data;
  return {
    title: text.movements,
    columns: [
      [text.date, 0.14],
      [text.label, 0.66],
      [text.amount, 0.2, true],
    ],
    rows: data.transactions.map((row) => [
      dayInFigures(row.createdAt),
      `${movementWords(row, language.code)}\n${row.referenceNumber}`,
      paper.amount(row.amountMinor, currencyOf(data), { signed: true }),
    ]),
  };
}

function notificationsPart(making: MakingInLanguage, data: PersonalData): Part {
  const { language, institution } = making;
  const { words, dayInFigures } = language;
  const text = words.data;
  const { kinds, elsewhere }: Readonly<Record<'kinds' | 'elsewhere', Readonly<Record<string, string>>>> =
    readCatalogue<typeof notificationsFr>(language.code, 'notifications');
  // As the bell said it (LC-6).
  const said = holdsAccounts(institution) ? kinds : { ...kinds, ...elsewhere };
  return {
    title: text.notifications,
    columns: [
      [text.date, 0.14],
      [text.sentence, 0.86],
    ],
    rows: data.notifications.map((row) => [
      dayInFigures(row.createdAt),
      sentence(making, said[row.kind], row.kind, row.params),
    ]),
  };
}

function mailsPart(making: MakingInLanguage, data: PersonalData): Part {
  const { language, institution } = making;
  const { words, dayInFigures } = language;
  const text = words.data;
  const { templates }: { templates: Readonly<Record<string, { subject: HouseWords }>> } = readCatalogue<
    typeof mailsFr
  >(language.code, 'mails');
  return {
    title: text.mails,
    columns: [
      [text.date, 0.14],
      [text.recipient, 0.34],
      [text.subject, 0.52],
    ],
    rows: data.mails.map((row) => [
      dayInFigures(row.createdAt),
      row.recipient,
      sentence(
        making,
        saidByHouse(institution, templates[row.template]?.subject ?? row.template),
        row.template,
        row.params,
      ),
    ]),
  };
}

function notesPart({ words, dayInFigures }: PaperLanguage, data: PersonalData): Part {
  const text = words.data;
  return {
    title: text.notes,
    columns: [
      [text.date, 0.16],
      [text.sentence, 0.84],
    ],
    rows: data.notes.map((row) => [dayInFigures(row.createdAt), row.text]),
  };
}

function actsPart({ words, dayInFigures }: PaperLanguage, data: PersonalData): Part {
  const text = words.data;
  return {
    title: text.acts,
    columns: [
      [text.date, 0.16],
      [text.act, 0.84],
    ],
    rows: data.audit.acts.map((row) => [dayInFigures(row.at), row.operation]),
  };
}

function messagesPart({ words, dayInFigures }: PaperLanguage, data: PersonalData): Part {
  const text = words.data;
  return {
    title: text.messages,
    columns: [
      [text.date, 0.16],
      [text.label, 0.84],
    ],
    rows: data.messages.map((row) => [dayInFigures(row.receivedAt), `${row.reference} – ${row.subject}`]),
  };
}

function newsletterPart({ words, dayInFigures }: PaperLanguage, data: PersonalData): Part {
  const text = words.data;
  return {
    title: text.newsletter,
    columns: [
      [text.email, 0.5],
      [text.requestedAt, 0.25],
      [text.confirmedAt, 0.25],
    ],
    rows: data.newsletter.map((row) => [
      row.email,
      dayInFigures(row.requestedAt),
      row.confirmedAt ? dayInFigures(row.confirmedAt) : text.no,
    ]),
  };
}

/** Draws a table under its title; one without rows is left out. */
async function draw(paper: Paper, { title, columns, rows }: Part): Promise<void> {
  if (rows.length === 0) return;
  paper.heading(title);
  await paper.table({
    columns: columns.map(([header, share, isNumber = false]) => ({ header, share, isNumber })),
    rows,
  });
}

/** Everything kept about a person, in words they can read. */
export async function personalDataDocument(
  making: MakingInLanguage,
  data: PersonalData,
): Promise<Uint8Array> {
  const { language } = making;
  const { words, dayInWords } = language;
  const text = words.data;
  return drawPaper({ ...making, title: text.title }, async (paper) => {
    paper.title(text.title, fill(text.subtitle, { date: dayInWords(making.now) }));
    paper.paragraph(text.lead);
    paper.heading(text.identity);
    paper.facts(identity(language, data));
    if (data.account) {
      paper.heading(text.account);
      paper.facts(account(making, data, paper));
    }
    await draw(paper, movementsPart(language, data, paper));
    await draw(paper, loansPart(language, data, paper));
    await draw(paper, loanDocumentsPart(language, data));
    await draw(paper, dialogueSheetsPart(language, data));
    await draw(paper, lendersPart(language, data));
    await draw(paper, ficpPart(language, data));
    await draw(paper, withdrawalsPart(language, data, paper));
    await draw(paper, payeesPart(language, data));
    await draw(paper, payeeChecksPart(language, data));
    await draw(paper, feesPart(language, data, paper));
    await draw(paper, notificationsPart(making, data));
    await draw(paper, mailsPart(making, data));
    await draw(paper, secondFactorPart(language, data));
    await draw(paper, sessionsPart(language, data));
    await draw(paper, signInsPart(language, data));
    await draw(paper, notesPart(language, data));
    await draw(paper, actsPart(language, data));
    await draw(paper, messagesPart(language, data));
    await draw(paper, newsletterPart(language, data));
    paper.paragraph(fill(text.rights, { email: making.institution.dpoEmail }), 'quiet');
    paper.paragraph(words.legalTime, 'quiet');
  });
}
