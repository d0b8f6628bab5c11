import * as z from 'zod/mini';
import { ibanVerdict } from '#domain/accounts/iban.ts';
import { isWithin } from '#domain/accounts/iban-range.ts';
import { chartCodes } from '#domain/ledger/chart-of-accounts.ts';
import { PAPER_KINDS } from '#domain/loans/contract-papers.ts';
import { isCreditorIdentifier } from '#domain/mandates/creditor-identifier.ts';
import { CURRENCY_CODES } from '#domain/money/currencies.ts';
import { isCalendarDate } from '#domain/time/calendar-date.ts';
import { isSiren, isVatOf } from './keys.ts';
import { LENDERS_EXPECTED, lenderProblems, partnerLenders } from './partner-lenders.ts';
import { PRICE_LIST_EXPECTED, priceList } from './price-list.ts';

export { renderableClaims } from './claims.ts';
export { isSiren, isVatOf };

/**
 * The institution that runs the product, as one file of data. Every page, mail and document takes its names, numbers,
 * contacts and claims from here. The schema checks shapes; `checkInstitution` adds what the mode demands.
 */

const text = z.string().check(z.trim(), z.minLength(1));
const email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/));
const webAddress = z.string().check(z.regex(/^https:\/\/[^\s/]+\.[^\s/]+(\/\S*)?$/));
const isoDate = z.string().check(z.refine(isCalendarDate));
const phone = z.object({
  /** As people read it: « 01 99 00 00 00 ». */
  display: text,
  /** As a telephone dials it: `tel:+33199000000`. */
  href: z.string().check(z.regex(/^tel:\+\d{8,15}$/)),
});
const fiveDigits = z.string().check(z.regex(/^\d{5}$/));
const elevenDigits = z.string().check(z.regex(/^\d{11}$/));
const minorUnits = z.number().check(z.int(), z.positive(), z.lte(Number.MAX_SAFE_INTEGER));

/** A limit by currency, in its minor units: in euro at least. */
const limitByCurrency = z
  .partialRecord(z.enum(CURRENCY_CODES), minorUnits)
  .check(z.refine((limits) => limits.EUR !== undefined));

/** A text by the code of its language; French is the fallback and cannot be missing. */
const localizedText = z.catchall(z.object({ fr: text }), text);
export type LocalizedText = z.infer<typeof localizedText>;

const day = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const institutionStatuses = [
  'credit-institution',
  'finance-company',
  'payment-institution',
  'iobsp-broker',
] as const;

const claim = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  /** The figure as it is shown: « 4,8/5 ». */
  figure: localizedText,
  label: localizedText,
  /** Where the figure can be checked, and the day it was true: without both it is not shown in live mode. */
  source: z.optional(text),
  asOf: z.optional(isoDate),
});
export type Claim = z.infer<typeof claim>;

export const institutionSchema = z.object({
  mode: z.enum(['demo', 'live']),
  brandName: text,
  legalName: text,
  legalForm: text,
  /** Euro cents. */
  shareCapitalMinor: minorUnits,
  siren: z.string().check(z.regex(/^\d{9}$/)),
  /** Register of commerce: « RCS Paris 732 829 320 ». */
  rcs: text,
  vat: z.string().check(z.regex(/^FR[0-9A-HJ-NP-Z]{2}\d{9}$/)),
  address: z.object({
    street: text,
    postalCode: z.string().check(z.regex(/^\d{5}$/)),
    city: text,
    country: text,
  }),
  phone,
  email,
  customerServiceEmail: email,
  dpoEmail: email,
  /** Digits only, country code first, as chat links want it. Without it the messaging choice is not offered. */
  messagingNumber: z.optional(z.string().check(z.regex(/^\d{8,15}$/))),
  openingHours: z.array(z.object({ days: z.array(day).check(z.minLength(1)), opens: time, closes: time })),
  mapUrl: webAddress,
  publicationDirector: text,
  host: z.object({ name: text, address: text, phone: text }),
  status: z.enum(institutionStatuses),
  /** Code interbancaire, 5 digits: every status but the broker's. */
  cib: z.optional(z.string().check(z.regex(/^\d{5}$/))),
  /** ORIAS registration, 8 digits: the broker's. */
  orias: z.optional(z.string().check(z.regex(/^\d{8}$/))),
  mediator: z.object({ name: text, address: text, website: webAddress }),
  sinceYear: z.number().check(z.int(), z.gte(1800), z.lte(2100)),
  liability: z.optional(z.object({ insurer: text, coverMinor: minorUnits })),
  /** Euro cents per depositor; only a credit institution holds guaranteed deposits. */
  depositGuaranteeMinor: z.optional(minorUnits),
  /** The house's own account, which withdrawals handed to its bank are debited from. Never shown on a page. */
  houseIban: z.optional(z.string().check(z.refine((text) => ibanVerdict(text).ok))),
  houseBic: z.optional(z.string().check(z.regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/))),
  /** SEPA creditor identifier (PAY-68). Without it, or without `houseIban`, instalments are not collected by direct debit. */
  creditorIdentifier: z.optional(z.string().check(z.refine(isCreditorIdentifier))),
  /** From where clients' IBANs are given (PAY-5). Without it the back office proposes none. */
  ibanRange: z.optional(z.object({ bank: fiveDigits, branch: fiveDigits, firstAccount: elevenDigits })),
  /** Ranges that the institution's bank lends it for its clients. */
  virtualIbanRanges: z.optional(
    z.array(
      z.object({
        bank: fiveDigits,
        branch: fiveDigits,
        firstAccount: elevenDigits,
        lastAccount: elevenDigits,
      }),
    ),
  ),
  /**
   * What a client may send at most (PAY-56), by currency, in minor units: per transfer, per day, and in thirty days. A live institution that makes
   * transfers names them here until two persons put others in force in the back office.
   */
  transferLimits: z.optional(
    z.strictObject({
      operation: limitByCurrency,
      day: limitByCurrency,
      thirtyDays: limitByCurrency,
    }),
  ),
  /** Whether clients choose to have a second factor, as they do unless it says otherwise, or do nothing before they have one. */
  clientSecondFactor: z.optional(z.enum(['optional', 'required'])),
  /** Numbers of the accounts in the institution's own accounting, by code of the chart: 6 to 12 characters, the first three digits (ACC-4). */
  accountingNumbers: z.optional(
    z.partialRecord(z.enum(chartCodes), z.string().check(z.regex(/^\d{3}[0-9A-Za-z]{3,9}$/))),
  ),
  /** Which version of each contract template a person of the institution approved (LC-28). Without it a live institution makes no offer. */
  templateApprovals: z.optional(z.partialRecord(z.enum(PAPER_KINDS), z.object({ version: text, by: text }))),
  partnerLenders: z.optional(partnerLenders),
  /** What its loans cost. Without it they cost what `STANDARD_PRICE_LIST` says. */
  priceList: z.optional(priceList),
  /** Roles of the institution's own, or in the place of the product's by code (STAFF-8; domain/staff/roles.ts says what is wrong with them). */
  roles: z.optional(
    z.array(
      z.object({
        code: z.string(),
        label: z.string(),
        description: z.optional(z.string()),
        permissions: z.array(z.string()),
        /** Whether its holders see only the files assigned to them (STAFF-41). */
        assignedOnly: z.optional(z.boolean()),
        /** How much its holders do alone (STAFF-42; domain/staff/limits.ts). */
        limits: z.optional(z.array(z.unknown())),
      }),
    ),
  ),
  /**
   * Who approves what, in the place of the product's policies by operation (FOUR-1; domain/proposals/policies-of-file.ts says what is wrong with them). A live
   * institution that asks for less than the product says why.
   */
  approvalPolicies: z.optional(
    z.array(
      z.strictObject({
        operation: z.string(),
        rows: z.array(z.unknown()),
        isCumulative: z.optional(z.boolean()),
        expiry: z.optional(z.string()),
        emergencyUpToEurMinor: z.optional(z.nullable(z.int())),
        because: z.optional(z.string()),
      }),
    ),
  ),
  claims: z.array(claim),
  /** `{url}` and `{title}` in the link are replaced, URL-encoded. */
  shareTargets: z.array(
    z.object({ id: z.enum(['whatsapp', 'facebook', 'x', 'linkedin']), label: text, href: webAddress }),
  ),
});
export type Institution = z.infer<typeof institutionSchema>;
export type InstitutionMode = Institution['mode'];
export type InstitutionProblem = { path: string; message: string };

/** What each item must be, as the operator reads it at start-up. The longest path that fits answers. */
const expectations: Record<string, string> = {
  mode: 'le mode doit être «\u00a0demo\u00a0» ou «\u00a0live\u00a0».',
  brandName: 'le nom commercial manque.',
  legalName: 'la dénomination sociale manque.',
  legalForm: 'la forme juridique manque.',
  shareCapitalMinor: 'le capital social doit être un nombre entier de centimes, supérieur à zéro.',
  siren: 'le numéro SIREN doit compter neuf chiffres.',
  rcs: "l'inscription au registre du commerce et des sociétés manque.",
  vat: "le numéro de TVA doit s'écrire FR, une clé de deux caractères, puis le numéro SIREN.",
  address: "l'adresse doit donner la rue, un code postal de cinq chiffres, la ville et le pays.",
  phone: 'le téléphone doit donner le numéro affiché et un lien de la forme tel:+33….',
  email: "l'adresse e-mail de l'établissement manque ou n'est pas valable.",
  customerServiceEmail: "l'adresse e-mail du service client manque ou n'est pas valable.",
  dpoEmail: "l'adresse e-mail du délégué à la protection des données manque ou n'est pas valable.",
  messagingNumber: 'le numéro de messagerie ne doit contenir que des chiffres, indicatif du pays compris.',
  openingHours: 'les horaires doivent donner les jours, puis les heures au format 09:00.',
  mapUrl: 'le lien vers le plan doit être une adresse https.',
  publicationDirector: 'le nom du directeur de la publication manque.',
  host: "l'hébergeur doit avoir un nom, une adresse et un téléphone.",
  status: `le statut doit être l'un de ceux-ci\u00a0: ${institutionStatuses.join(', ')}.`,
  cib: 'le code interbancaire (CIB) doit compter cinq chiffres.',
  orias: 'le numéro ORIAS doit compter huit chiffres.',
  mediator: 'le médiateur doit avoir un nom, une adresse et un site en https.',
  sinceYear: "l'année de création doit être une année.",
  liability: "l'assurance de responsabilité doit donner l'assureur et le montant garanti en centimes.",
  depositGuaranteeMinor: 'le plafond de garantie des dépôts doit être un nombre entier de centimes.',
  houseIban: "l'IBAN du compte de l'établissement n'est pas valable.",
  clientSecondFactor:
    'le second facteur des clients doit être «\u00a0optional\u00a0» ou «\u00a0required\u00a0».',
  houseBic: "le BIC de la banque de l'établissement doit compter huit ou onze caractères.",
  creditorIdentifier:
    "l'identifiant créancier SEPA (ICS) doit s'écrire FR, une clé exacte, ZZZ, puis six caractères.",
  ibanRange:
    "la plage d'IBAN doit donner le code banque et le code guichet de cinq chiffres, et le premier compte de onze chiffres.",
  virtualIbanRanges:
    'chaque plage prêtée doit donner le code banque, le code guichet, le premier et le dernier compte.',
  templateApprovals:
    "l'approbation d'un modèle de contrat doit donner sa version et le nom de la personne qui l'a approuvé.",
  partnerLenders: LENDERS_EXPECTED,
  priceList: PRICE_LIST_EXPECTED,
  roles: 'chaque rôle doit avoir un code, un libellé et la liste de ses permissions.',
  approvalPolicies: "chaque règle d'approbation doit avoir une opération et ses lignes.",
  claims: 'chaque chiffre mis en avant doit avoir un identifiant, un chiffre et un libellé en français.',
  shareTargets: 'chaque lien de partage doit avoir un identifiant, un libellé et une adresse https.',
};

function expectationFor(path: string): string {
  return expectations[path.split('.')[0] ?? ''] ?? "cette donnée n'est pas valable.";
}

/** Domains reserved by RFC 2606 and RFC 6761: no mail can ever arrive there. */
const reservedDomain = /[@./](example|test|invalid|localhost)(\/|$)|[@./]example\.(com|org|net)(\/|$)/i;
/** Numbers that Arcep keeps for works of fiction. */
const fictionalNumber = /^(33|0)(19900|26191|35301|46571|53649|63998)\d+$/;
const fictionalWord = /\b(d[ée]mo|d[ée]monstration|fictif|fictive|fictifs|fictives|exemple)\b/i;

/** PAY-5: a live institution gives IBANs of its own bank code, or of a range that its bank lends. */
function rangeProblems({ ibanRange, virtualIbanRanges = [], cib }: Institution): InstitutionProblem[] {
  if (!ibanRange) return [];
  const refused = (message: string) => [{ path: 'ibanRange', message }];
  if (ibanRange.bank === '00000')
    return refused("ce code banque est fictif\u00a0: il n'est celui d'aucun établissement.");
  return ibanRange.bank === cib || virtualIbanRanges.some((lent) => isWithin(ibanRange, lent))
    ? []
    : refused(
        "le code banque doit être le CIB de l'établissement, ou la plage une de celles qu'il emprunte.",
      );
}

/** Notes a problem of a field, with a French sentence. */
type Refuse = (path: string, message: string) => void;

/** Names and addresses that belong to a demonstration. */
function refuseFictionalNames(institution: Institution, refuse: Refuse): void {
  const named: [string, string][] = [
    ['brandName', institution.brandName],
    ['legalName', institution.legalName],
    ['legalForm', institution.legalForm],
    ['rcs', institution.rcs],
    ['address.street', institution.address.street],
    ['address.city', institution.address.city],
    ['publicationDirector', institution.publicationDirector],
    ['host.name', institution.host.name],
    ['host.address', institution.host.address],
    ['mediator.name', institution.mediator.name],
    ['mediator.address', institution.mediator.address],
    ...(institution.liability
      ? [['liability.insurer', institution.liability.insurer] as [string, string]]
      : []),
  ];
  for (const [path, value] of named) {
    if (fictionalWord.test(value)) refuse(path, `«\u00a0${value}\u00a0» est une donnée de démonstration.`);
  }
}

/** Addresses and numbers that nobody can be reached at. */
function refuseReservedContacts(institution: Institution, refuse: Refuse): void {
  for (const key of ['email', 'customerServiceEmail', 'dpoEmail'] as const) {
    if (reservedDomain.test(institution[key]))
      refuse(key, "ce domaine est réservé aux exemples\u00a0: aucun message n'y arrive.");
  }
  if (reservedDomain.test(institution.mediator.website)) {
    refuse('mediator.website', 'ce domaine est réservé aux exemples.');
  }
  const numbers: [string, string | undefined][] = [
    ['phone', institution.phone.href],
    ['messagingNumber', institution.messagingNumber],
    ['host.phone', institution.host.phone],
  ];
  for (const [path, number] of numbers) {
    if (number && fictionalNumber.test(number.replace(/\D/g, ''))) {
      refuse(path, 'ce numéro de téléphone est réservé aux œuvres de fiction.');
    }
  }
}

/** The numbers and guarantees that its status demands of an institution. */
function refuseStatus(institution: Institution, refuse: Refuse): void {
  const isFictional = (number: string) => /^0+$/.test(number);
  if (institution.status === 'iobsp-broker') {
    if (!institution.orias)
      refuse('orias', 'un intermédiaire doit déclarer son numéro ORIAS de huit chiffres.');
    else if (isFictional(institution.orias)) refuse('orias', 'le numéro ORIAS déclaré est fictif.');
    if (!institution.liability) {
      refuse('liability', 'un intermédiaire doit déclarer son assurance de responsabilité professionnelle.');
    }
    return;
  }
  if (!institution.cib) refuse('cib', 'ce statut exige un code interbancaire (CIB) de cinq chiffres.');
  else if (isFictional(institution.cib)) refuse('cib', 'le code interbancaire (CIB) déclaré est fictif.');
  if (institution.orias && isFictional(institution.orias))
    refuse('orias', 'le numéro ORIAS déclaré est fictif.');
}

function liveProblems(institution: Institution): InstitutionProblem[] {
  const problems: InstitutionProblem[] = [];
  const refuse: Refuse = (path, message) => problems.push({ path, message });

  if (institution.mode !== 'live')
    refuse(
      'mode',
      'le fichier décrit une démonstration\u00a0: «\u00a0mode\u00a0» doit valoir «\u00a0live\u00a0».',
    );
  refuseFictionalNames(institution, refuse);
  if (!isSiren(institution.siren)) refuse('siren', "la clé de contrôle du numéro SIREN n'est pas exacte.");
  if (!isVatOf(institution.vat, institution.siren)) {
    refuse('vat', 'le numéro de TVA ne correspond pas au numéro SIREN.');
  }
  if (institution.address.postalCode.startsWith('00')) {
    refuse('address.postalCode', "ce code postal n'existe pas.");
  }
  refuseReservedContacts(institution, refuse);
  refuseStatus(institution, refuse);
  for (const message of lenderProblems(institution, fictionalWord)) refuse('partnerLenders', message);
  if (institution.houseIban && /^FR\d{2}0{5}/.test(institution.houseIban)) {
    refuse('houseIban', "ce compte est fictif\u00a0: son code banque n'est celui d'aucun établissement.");
  }
  if (institution.creditorIdentifier?.endsWith('ZZZ000000')) {
    refuse(
      'creditorIdentifier',
      "cet identifiant créancier est fictif\u00a0: il n'est celui d'aucun établissement.",
    );
  }
  problems.push(...rangeProblems(institution));
  if (institution.depositGuaranteeMinor !== undefined && institution.status !== 'credit-institution') {
    refuse('depositGuaranteeMinor', 'seul un établissement de crédit peut annoncer une garantie des dépôts.');
  }
  return problems;
}

/**
 * Everything that forbids running in `mode` with this file, each as its path and a French sentence; empty when nothing
 * does. A demonstration only needs a complete file of the right shapes; live mode also refuses whatever is fictional,
 * whatever fails its key, and a status without its number.
 */
export function checkInstitution(data: unknown, mode: InstitutionMode): InstitutionProblem[] {
  const parsed = institutionSchema.safeParse(data);
  if (parsed.success) {
    if (mode === 'live') return liveProblems(parsed.data);
    return parsed.data.mode === 'demo'
      ? []
      : [
          {
            path: 'mode',
            message:
              'le fichier décrit un établissement réel\u00a0: «\u00a0mode\u00a0» doit valoir «\u00a0demo\u00a0».',
          },
        ];
  }
  const seen = new Set<string>();
  return parsed.error.issues
    .map((issue) => {
      const path = issue.path.join('.');
      // The price list says itself which of its figures do not go together.
      if (issue.code === 'custom' && issue.path[0] === 'priceList') return { path, message: issue.message };
      return {
        path: path || '(fichier)',
        message: path ? expectationFor(path) : 'le fichier doit décrire un établissement.',
      };
    })
    .filter(({ path, message }) => !seen.has(path + message) && seen.add(path + message));
}

/** A localised text in `language`, or in French where the institution gave no translation. */
export function localized(value: LocalizedText, language: string): string {
  return (Object.hasOwn(value, language) ? value[language as keyof LocalizedText] : undefined) ?? value.fr;
}
