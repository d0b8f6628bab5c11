import { formatIban } from '#domain/accounts/iban.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import {
  type NotificationKind,
  type NotificationParams,
  notificationValues,
} from '#domain/notifications/notification.ts';
import loanReasons from '#locales/fr/loan-reasons.json' with { type: 'json' };
import mails from '#locales/fr/mails.json' with { type: 'json' };
import notifications from '#locales/fr/notifications.json' with { type: 'json' };
import withdrawalReasons from '#locales/fr/withdrawal-reasons.json' with { type: 'json' };
import { movementWords } from '../ledger/movement-words.ts';
import { dayInFigures, dayInWords, openPaper, type Paper } from '../papers/paper.ts';
import type { Making } from '../papers/sheets.ts';
import { fill, words } from '../papers/words.ts';
import type { rowsAbout } from '../profile/queries.ts';
import { failureReason } from '../withdrawals/failure-reason.ts';

type PersonalData = Awaited<ReturnType<typeof rowsAbout>>;
type Facts = (readonly [name: string, value: string])[];

const text = words.data;
const orNotGiven = (value: string | null | undefined) => value || text.notGiven;
const yesOrNo = (value: boolean) => (value ? text.yes : text.no);
const countryNames = new Intl.DisplayNames(['fr'], { type: 'region' });
const languageNames = new Intl.DisplayNames(['fr'], { type: 'language' });

const catalogues: Record<string, unknown> = {
  notifications,
  'loan-reasons': loanReasons,
  'withdrawal-reasons': withdrawalReasons,
};

/** The word of a key; a key that the catalogues no longer have is shown by its last part. */
function word(key: string): string {
  let node: unknown = catalogues;
  for (const part of key.split('.')) node = (node as Record<string, unknown> | undefined)?.[part];
  return typeof node === 'string' ? node : (key.split('.').at(-1) ?? key);
}

/** A sentence kept as a kind and its parameters, in words. */
function sentence(
  catalogue: Readonly<Record<string, unknown>>,
  kind: string,
  params: NotificationParams,
): string {
  const template = catalogue[kind];
  const values = notificationValues(kind as NotificationKind, params, 'fr-FR', word);
  return typeof template === 'string'
    ? template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '…')
    : kind;
}

const subjects = Object.fromEntries(
  Object.entries(mails.templates).map(([name, { subject }]) => [name, subject]),
);

function identity(data: PersonalData): Facts {
  const { user, profile, signUp, roles } = data;
  const person = profile ?? signUp;
  return [
    [text.firstName, orNotGiven(person?.firstName)],
    [text.lastName, orNotGiven(person?.lastName)],
    [text.email, orNotGiven(user?.email)],
    [text.emailVerified, yesOrNo(user?.emailVerified ?? false)],
    [text.language, orNotGiven(user ? languageNames.of(user.language) : null)],
    [text.phone, orNotGiven(person?.phone)],
    [text.address, orNotGiven(profile?.address)],
    [text.postalCode, orNotGiven(profile?.postalCode)],
    [text.city, orNotGiven(profile?.city)],
    [text.country, orNotGiven(person ? countryNames.of(person.country) : null)],
    [text.dateOfBirth, orNotGiven(profile?.dateOfBirth ? dayInWords(profile.dateOfBirth) : null)],
    [text.profession, orNotGiven(profile?.profession)],
    ...(roles.length > 0 ? ([[text.roles, roles.map(({ role }) => role).join(', ')]] as Facts) : []),
    [text.registeredAt, user ? dayInWords(user.createdAt) : text.notGiven],
  ];
}

/** The balance as the sum of the movements, exact where it is beyond the safe integers. */
const balanceOf = ({ transactions }: PersonalData) =>
  transactions.reduce((balance, { amountMinor }) => balance + BigInt(amountMinor), 0n);

function account(data: PersonalData, paper: Paper): Facts {
  const { account: own } = data;
  if (!own) return [];
  const currency = own.currency as CurrencyCode;
  return [
    [text.accountType, words.accountTypes[own.accountType]],
    [text.openedAt, dayInWords(own.createdAt)],
    [text.balance, paper.amount(balanceOf(data), currency)],
    [text.activated, yesOrNo(own.isActivated)],
    [text.deposit, paper.amount(own.activationDepositMinor, currency)],
    [words.iban, own.iban ? formatIban(own.iban) : words.noIban],
    [text.bankName, orNotGiven(own.bankName)],
  ];
}

/** The second factors and when each was set up, without the secrets. */
function secondFactors({ secondFactor }: PersonalData): string[][] {
  const { activatedAt, passkeys, recoveryCodes } = secondFactor;
  const left = recoveryCodes.filter(({ usedAt }) => usedAt === null).length;
  const [oldest] = recoveryCodes;
  return [
    ...(activatedAt ? [[text.app, dayInFigures(activatedAt), '']] : []),
    ...passkeys.map(({ name, createdAt, lastUsedAt }) => [
      fill(text.passkey, { name }),
      dayInFigures(createdAt),
      lastUsedAt ? dayInFigures(lastUsedAt) : text.never,
    ]),
    ...(oldest
      ? [[fill(text.recoveryCodes, { count: String(left) }), dayInFigures(oldest.createdAt), '']]
      : []),
  ];
}

/** The currency of the account's movements; without an account there are none, and the euro stands for none. */
const currencyOf = ({ account: own }: PersonalData) => (own?.currency ?? 'EUR') as CurrencyCode;

/** One table of the document. */
interface Part {
  readonly title: string;
  readonly columns: readonly (readonly [header: string, share: number, isNumber?: boolean])[];
  readonly rows: readonly (readonly string[])[];
}

const movementsPart = (data: PersonalData, paper: Paper): Part => ({
  title: text.movements,
  columns: [
    [text.date, 0.14],
    [text.label, 0.66],
    [text.amount, 0.2, true],
  ],
  rows: data.transactions.map((row) => [
    dayInFigures(row.createdAt),
    `${movementWords(row)}\n${row.referenceNumber}`,
    paper.amount(row.amountMinor, currencyOf(data), { signed: true }),
  ]),
});

const loansPart = (data: PersonalData, paper: Paper): Part => ({
  title: text.loans,
  columns: [
    [text.date, 0.14],
    [text.purpose, 0.3],
    [text.status, 0.22],
    [text.duration, 0.1],
    [text.amount, 0.24, true],
  ],
  rows: data.loans.map((row) => [
    dayInFigures(row.createdAt),
    [
      row.purpose,
      row.documentsUrl ?? '',
      `${text.income}\u00a0: ${paper.amount(row.monthlyIncomeMinor, row.currency as CurrencyCode)}`,
    ]
      .filter(Boolean)
      .join('\n'),
    [
      text.loanStatus[row.status],
      row.reasonCode ? word(`loan-reasons.reasons.${row.reasonCode}`) : '',
      row.reasonNote ?? '',
    ]
      .filter(Boolean)
      .join('\n'),
    fill(words.schedule.months, { count: String(row.durationMonths) }),
    paper.amount(row.amountMinor, row.currency as CurrencyCode),
  ]),
});

const loanDocumentsPart = (data: PersonalData): Part => ({
  title: text.loanDocuments,
  columns: [
    [text.date, 0.14],
    [text.fileName, 0.66],
    [text.fileSize, 0.2, true],
  ],
  rows: data.loanDocuments.map((row) => [
    dayInFigures(row.createdAt),
    row.name,
    fill(text.kilobytes, { count: Math.ceil(row.sizeBytes / 1024).toLocaleString('fr-FR') }),
  ]),
});

const dialogueSheetsPart = (data: PersonalData): Part => ({
  title: text.dialogueSheets,
  columns: [
    [text.date, 0.16],
    [text.sheetVersion, 0.5],
    [text.confirmedAt, 0.34],
  ],
  rows: data.dialogueSheets.map((row) => [
    dayInFigures(row.savedAt),
    String(row.version),
    row.confirmedAt ? dayInFigures(row.confirmedAt) : text.no,
  ]),
});

const ficpPart = (data: PersonalData): Part => ({
  title: text.ficp,
  columns: [[text.sentence, 1]],
  rows: data.ficpConsultations.map((row) => [row.sentence]),
});

const withdrawalsPart = (data: PersonalData, paper: Paper): Part => ({
  title: text.withdrawals,
  columns: [
    [text.date, 0.14],
    [text.payee, 0.38],
    [text.status, 0.26],
    [text.amount, 0.22, true],
  ],
  rows: data.withdrawals.map((row) => [
    dayInFigures(row.createdAt),
    [row.recipientName, row.bankName, formatIban(row.iban)].filter(Boolean).join('\n'),
    [text.withdrawalStatus[row.status], failureReason(row) ?? ''].filter(Boolean).join('\n'),
    paper.amount(row.amountMinor, row.currency as CurrencyCode),
  ]),
});

const payeesPart = (data: PersonalData): Part => ({
  title: text.payees,
  columns: [
    [text.date, 0.2],
    [text.payee, 0.8],
  ],
  rows: data.payees.map((row) => [
    dayInFigures(row.createdAt),
    [row.name, row.nickname, row.bankName, formatIban(row.iban)].filter(Boolean).join('\n'),
  ]),
});

const payeeChecksPart = (data: PersonalData): Part => ({
  title: text.payeeChecks,
  columns: [
    [text.date, 0.2],
    [text.payee, 0.5],
    [text.status, 0.3],
  ],
  rows: data.payeeChecks.map((row) => [
    dayInFigures(row.answeredAt),
    `${row.typedName}\n${formatIban(row.iban)}`,
    [text.payeeCheckResult[row.result], row.returnedName].filter(Boolean).join('\n'),
  ]),
});

const feesPart = (data: PersonalData, paper: Paper): Part => ({
  title: text.fees,
  columns: [
    [text.date, 0.14],
    [text.label, 0.36],
    [text.status, 0.28],
    [text.amount, 0.22, true],
  ],
  rows: data.fees.map((row) => [
    dayInFigures(row.createdAt),
    row.description,
    [text.feeStatus[row.status], row.receiptNumber ?? ''].filter(Boolean).join('\n'),
    paper.amount(row.amountMinor, row.currency as CurrencyCode),
  ]),
});

const notificationsPart = (data: PersonalData): Part => ({
  title: text.notifications,
  columns: [
    [text.date, 0.14],
    [text.sentence, 0.86],
  ],
  rows: data.notifications.map((row) => [
    dayInFigures(row.createdAt),
    sentence(notifications.kinds, row.kind, row.params),
  ]),
});

const mailsPart = (data: PersonalData): Part => ({
  title: text.mails,
  columns: [
    [text.date, 0.14],
    [text.recipient, 0.34],
    [text.subject, 0.52],
  ],
  rows: data.mails.map((row) => [
    dayInFigures(row.createdAt),
    row.recipient,
    sentence(subjects, row.template, row.params),
  ]),
});

const secondFactorPart = (data: PersonalData): Part => ({
  title: text.secondFactor,
  columns: [
    [text.means, 0.56],
    [text.since, 0.22],
    [text.lastUsedAt, 0.22],
  ],
  rows: secondFactors(data),
});

const sessionsPart = (data: PersonalData): Part => ({
  title: text.sessions,
  columns: [
    [text.lastUsedAt, 0.16],
    [text.device, 0.6],
    [text.ip, 0.24],
  ],
  rows: data.sessions.map((row) => [
    dayInFigures(row.lastUsedAt),
    row.userAgent || text.unknownDevice,
    orNotGiven(row.ipAddress),
  ]),
});

const signInsPart = (data: PersonalData): Part => ({
  title: text.signIns,
  columns: [
    [text.date, 0.16],
    [text.device, 0.44],
    [text.ip, 0.24],
    [text.status, 0.16],
  ],
  rows: data.signIns.map((row) => [
    dayInFigures(row.createdAt),
    row.userAgent || text.unknownDevice,
    orNotGiven(row.ipAddress),
    row.succeeded ? text.signInSucceeded : text.signInFailed,
  ]),
});

const notesPart = (data: PersonalData): Part => ({
  title: text.notes,
  columns: [
    [text.date, 0.16],
    [text.sentence, 0.84],
  ],
  rows: data.notes.map((row) => [dayInFigures(row.createdAt), row.text]),
});

const actsPart = (data: PersonalData): Part => ({
  title: text.acts,
  columns: [
    [text.date, 0.16],
    [text.act, 0.84],
  ],
  rows: data.audit.acts.map((row) => [dayInFigures(row.at), row.operation]),
});

const messagesPart = (data: PersonalData): Part => ({
  title: text.messages,
  columns: [
    [text.date, 0.16],
    [text.label, 0.84],
  ],
  rows: data.messages.map((row) => [dayInFigures(row.receivedAt), `${row.reference} – ${row.subject}`]),
});

const newsletterPart = (data: PersonalData): Part => ({
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
});

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
export async function personalDataDocument(making: Making, data: PersonalData): Promise<Uint8Array> {
  const paper = await openPaper({ ...making, title: text.title });
  paper.title(text.title, fill(text.subtitle, { date: dayInWords(making.now) }));
  paper.paragraph(text.lead);
  paper.heading(text.identity);
  paper.facts(identity(data));
  if (data.account) {
    paper.heading(text.account);
    paper.facts(account(data, paper));
  }
  await draw(paper, movementsPart(data, paper));
  await draw(paper, loansPart(data, paper));
  await draw(paper, loanDocumentsPart(data));
  await draw(paper, dialogueSheetsPart(data));
  await draw(paper, ficpPart(data));
  await draw(paper, withdrawalsPart(data, paper));
  await draw(paper, payeesPart(data));
  await draw(paper, payeeChecksPart(data));
  await draw(paper, feesPart(data, paper));
  await draw(paper, notificationsPart(data));
  await draw(paper, mailsPart(data));
  await draw(paper, secondFactorPart(data));
  await draw(paper, sessionsPart(data));
  await draw(paper, signInsPart(data));
  await draw(paper, notesPart(data));
  await draw(paper, actsPart(data));
  await draw(paper, messagesPart(data));
  await draw(paper, newsletterPart(data));
  paper.paragraph(fill(text.rights, { email: making.institution.dpoEmail }), 'quiet');
  paper.paragraph(words.legalTime, 'quiet');
  return paper.finish();
}
