import type { InstitutionPlaceholder } from '../placeholders.ts';
import type { Institution } from './schema.ts';

/** The French names of the statuses, as the Code monétaire et financier gives them. */
export const statusNames: Record<Institution['status'], string> = {
  'credit-institution': 'établissement de crédit',
  'finance-company': 'société de financement',
  'payment-institution': 'établissement de paiement',
  'iobsp-broker': 'intermédiaire en opérations de banque et en services de paiement (IOBSP)',
};

export const registers = {
  regafi: { name: 'REGAFI', url: 'https://www.regafi.fr' },
  orias: { name: 'ORIAS', url: 'https://www.orias.fr' },
} as const;

export type Registration = {
  register: (typeof registers)['regafi' | 'orias'];
  label: string;
  number: string;
};

/** The numbers the institution declares, each with the public register where a reader can check it. */
export function registrations(institution: Institution): Registration[] {
  const list: Registration[] = [];
  if (institution.cib) list.push({ register: registers.regafi, label: 'CIB', number: institution.cib });
  if (institution.orias) list.push({ register: registers.orias, label: 'ORIAS', number: institution.orias });
  return list;
}

const locales = { fr: 'fr-FR', en: 'en-GB' };
type ValueLanguage = keyof typeof locales;

/** Whole euros for a printed text: capital, cover and guarantee have no cents. */
function inEuros(minor: number, language: ValueLanguage): string {
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
  }).format(minor / 100);
}

const dayNames = {
  monday: 'lundi',
  tuesday: 'mardi',
  wednesday: 'mercredi',
  thursday: 'jeudi',
  friday: 'vendredi',
  saturday: 'samedi',
  sunday: 'dimanche',
} as const;
const week = Object.keys(dayNames) as (keyof typeof dayNames)[];

function inHours(time: string): string {
  const [hour, minute] = time.split(':');
  return `${Number(hour)}h${minute}`;
}

/** « du lundi au vendredi, de 9h00 à 18h00, fermé le samedi et le dimanche ». */
export function openingHoursInWords(institution: Institution): string {
  const open = institution.openingHours.map(({ days, opens, closes }) => {
    const ordered = week.filter((one) => days.includes(one));
    const first = ordered[0];
    const last = ordered.at(-1);
    const unbroken = first && last && week.indexOf(last) - week.indexOf(first) === ordered.length - 1;
    const names =
      unbroken && ordered.length > 2
        ? `du ${dayNames[first]} au ${dayNames[last]}`
        : `le ${ordered.map((one) => dayNames[one]).join(' et le ')}`;
    return `${names}, de ${inHours(opens)} à ${inHours(closes)}`;
  });
  const closed = week.filter((one) => !institution.openingHours.some(({ days }) => days.includes(one)));
  if (closed.length > 0 && closed.length < 7) {
    open.push(`fermé le ${closed.map((one) => dayNames[one]).join(' et le ')}`);
  }
  return open.join(', ');
}

export function addressInLine({ address }: Institution): string {
  return `${address.street}, ${address.postalCode} ${address.city}, ${address.country}`;
}

function supervision(institution: Institution, language: ValueLanguage): string {
  const isBroker = institution.status === 'iobsp-broker';
  const authority =
    'Autorité de contrôle prudentiel et de résolution (ACPR), 4 place de Budapest, CS 92459, 75436 Paris Cedex 09';
  if (language === 'en') {
    if (institution.mode === 'demo')
      return 'This institution is fictional. No authority has authorised it and none supervises it.';
    return isBroker
      ? `The institution is entered in the ORIAS register. Its business is supervised by the ${authority}.`
      : `The institution is authorised and supervised by the ${authority}.`;
  }
  if (institution.mode === 'demo')
    return "Cet établissement est fictif. Aucune autorité ne l'a agréé et aucune ne le contrôle.";
  return isBroker
    ? `L'établissement est inscrit au registre de l'ORIAS. Son activité est contrôlée par l'${authority}.`
    : `L'établissement est agréé et contrôlé par l'${authority}.`;
}

/** The words that change with the language; names, numbers and addresses do not. */
const phrases = {
  fr: {
    statuses: statusNames,
    fictionalStatus: ' (statut fictif)',
    fictionalNumber: ' (numéro fictif)',
    noNumber: 'aucun numéro déclaré',
    example: 'Exemple fictif\u00a0: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }: Institution, capital: string) =>
      `${legalName}, ${legalForm} au capital de ${capital}, ${rcs}, numéro SIREN ${siren}, numéro de TVA ${vat}`,
    guarantee: (limit: string) =>
      `La garantie des dépôts couvre les sommes déposées jusqu'à ${limit} par déposant et par établissement.`,
    noGuarantee: "L'établissement ne reçoit pas de dépôts couverts par la garantie des dépôts.",
    cover: (insurer: string, limit: string) =>
      `La responsabilité civile professionnelle est assurée auprès de ${insurer}, à hauteur de ${limit}.`,
    noCover: "L'établissement ne déclare pas d'assurance de responsabilité civile professionnelle.",
  },
  en: {
    statuses: {
      'credit-institution': 'credit institution',
      'finance-company': 'finance company',
      'payment-institution': 'payment institution',
      'iobsp-broker': 'intermediary in banking transactions and payment services (IOBSP)',
    },
    fictionalStatus: ' (fictional status)',
    fictionalNumber: ' (fictional number)',
    noNumber: 'no number declared',
    example: 'Fictional example: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }: Institution, capital: string) =>
      `${legalName}, ${legalForm}, share capital ${capital}, ${rcs}, SIREN number ${siren}, VAT number ${vat}`,
    guarantee: (limit: string) => `Deposits are guaranteed up to ${limit} per depositor and per institution.`,
    noGuarantee: 'The institution takes no deposits covered by the deposit guarantee.',
    cover: (insurer: string, limit: string) =>
      `Professional liability is insured with ${insurer}, up to ${limit}.`,
    noCover: 'The institution declares no professional liability insurance.',
  },
} as const satisfies Record<ValueLanguage, unknown>;

function registrationLine(institution: Institution, language: ValueLanguage): string {
  const { fictionalNumber, noNumber } = phrases[language];
  const note = institution.mode === 'demo' ? fictionalNumber : '';
  const list = registrations(institution).map(({ label, number }) => `${label} ${number}${note}`);
  return list.length > 0 ? list.join(', ') : noNumber;
}

/** Values of every `institution.*` placeholder. Legal texts are French in every language of the site; guides are not. */
export function institutionValues(
  institution: Institution,
  language: ValueLanguage = 'fr',
): Record<InstitutionPlaceholder, string> {
  const { depositGuaranteeMinor: guarantee, liability } = institution;
  const words = phrases[language];
  const example = institution.mode === 'demo' ? words.example : '';
  return {
    'institution.brandName': institution.brandName,
    'institution.legalName': institution.legalName,
    'institution.identity': words.identity(institution, inEuros(institution.shareCapitalMinor, language)),
    'institution.address': addressInLine(institution),
    'institution.phone': institution.phone.display,
    'institution.email': institution.email,
    'institution.customerServiceEmail': institution.customerServiceEmail,
    'institution.dpoEmail': institution.dpoEmail,
    'institution.openingHours': openingHoursInWords(institution),
    'institution.publicationDirector': institution.publicationDirector,
    'institution.hostName': institution.host.name,
    'institution.hostAddress': institution.host.address,
    'institution.hostPhone': institution.host.phone,
    'institution.status': `${words.statuses[institution.status]}${institution.mode === 'demo' ? words.fictionalStatus : ''}`,
    'institution.registration': registrationLine(institution, language),
    'institution.supervision': supervision(institution, language),
    'institution.mediatorName': institution.mediator.name,
    'institution.mediatorAddress': institution.mediator.address,
    'institution.mediatorWebsite': institution.mediator.website,
    'institution.depositGuarantee':
      // In a demonstration the sentence is an example: there is neither a deposit nor a guarantee.
      example +
      (institution.status === 'credit-institution' && guarantee !== undefined
        ? words.guarantee(inEuros(guarantee, language))
        : words.noGuarantee),
    'institution.liabilityCover':
      example +
      (liability ? words.cover(liability.insurer, inEuros(liability.coverMinor, language)) : words.noCover),
    'institution.sinceYear': String(institution.sinceYear),
  };
}
