import type { InstitutionPlaceholder } from '../placeholders.ts';
import type { Institution } from './schema.ts';

/** The French names of the statuses, as the Code monétaire et financier gives them. */
export const statusNames: Record<Institution['status'], string> = {
  'credit-institution': 'établissement de crédit',
  'finance-company': 'société de financement',
  'payment-institution': 'établissement de paiement',
  'iobsp-broker': 'intermédiaire en opérations de banque et en services de paiement (IOBSP)',
};

const registers = { regafi: 'https://www.regafi.fr', orias: 'https://www.orias.fr' };

export type Registration = {
  registerUrl: string;
  label: string;
  /** The label with its register's name, where the number stands alone. */
  name: string;
  number: string;
};

/** The numbers the institution declares, each with the public register where a reader can check it. */
export function registrations(institution: Omit<Institution, 'claims'>): Registration[] {
  const { cib, orias } = institution;
  const { regafi, orias: oriasUrl } = registers;
  return [
    ...(cib ? [{ registerUrl: regafi, label: 'CIB', name: 'REGAFI · CIB', number: cib }] : []),
    ...(orias ? [{ registerUrl: oriasUrl, label: 'ORIAS', name: 'ORIAS', number: orias }] : []),
  ];
}

const locales = {
  fr: 'fr-FR',
  en: 'en-GB',
  de: 'de-DE',
  it: 'it-IT',
  es: 'es-ES',
  pt: 'pt-PT',
  hu: 'hu-HU',
};
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
  const words = phrases[language];
  if (institution.mode === 'demo') return words.notSupervised;
  return isBroker ? words.brokerSupervised(authority) : words.supervised(authority);
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
      `La responsabilité civile professionnelle est assurée à hauteur de ${limit}. Assureur\u00a0: ${insurer}.`,
    noCover: "L'établissement ne déclare pas d'assurance de responsabilité civile professionnelle.",
    notSupervised: "Cet établissement est fictif. Aucune autorité ne l'a agréé et aucune ne le contrôle.",
    brokerSupervised: (authority: string) =>
      `L'établissement est inscrit au registre de l'ORIAS. Son activité est contrôlée par l'${authority}.`,
    supervised: (authority: string) => `L'établissement est agréé et contrôlé par l'${authority}.`,
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
    notSupervised: 'This institution is fictional. No authority has authorised it and none supervises it.',
    brokerSupervised: (authority: string) =>
      `The institution is entered in the ORIAS register. Its business is supervised by the ${authority}.`,
    supervised: (authority: string) => `The institution is authorised and supervised by the ${authority}.`,
  },
  de: {
    statuses: {
      'credit-institution': 'Kreditinstitut',
      'finance-company': 'Finanzierungsgesellschaft',
      'payment-institution': 'Zahlungsinstitut',
      'iobsp-broker': 'Vermittler für Bankgeschäfte und Zahlungsdienste (IOBSP)',
    },
    fictionalStatus: ' (fiktiver Status)',
    fictionalNumber: ' (fiktive Nummer)',
    noNumber: 'keine Nummer angegeben',
    example: 'Fiktives Beispiel: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }: Institution, capital: string) =>
      `${legalName}, ${legalForm}, Kapital ${capital}, ${rcs}, SIREN-Nummer ${siren}, USt-IdNr. ${vat}`,
    guarantee: (limit: string) => `Einlagen sind bis ${limit} pro Einleger und Institut gesichert.`,
    noGuarantee: 'Das Institut nimmt keine Einlagen an, die von der Einlagensicherung gedeckt sind.',
    cover: (insurer: string, limit: string) =>
      `Die Berufshaftpflicht ist bei ${insurer} bis ${limit} versichert.`,
    noCover: 'Das Institut gibt keine Berufshaftpflichtversicherung an.',
    notSupervised: 'Dieses Institut ist fiktiv. Keine Behörde hat es zugelassen, und keine beaufsichtigt es.',
    brokerSupervised: (authority: string) =>
      `Das Institut ist im ORIAS-Register eingetragen. Seine Tätigkeit wird von der französischen Aufsicht überwacht: ${authority}.`,
    supervised: (authority: string) =>
      `Das Institut ist von der französischen Aufsicht zugelassen und wird von ihr überwacht: ${authority}.`,
  },
  it: {
    statuses: {
      'credit-institution': 'istituto di credito',
      'finance-company': 'società di finanziamento',
      'payment-institution': 'istituto di pagamento',
      'iobsp-broker': 'intermediario in operazioni bancarie e servizi di pagamento (IOBSP)',
    },
    fictionalStatus: ' (qualifica fittizia)',
    fictionalNumber: ' (numero fittizio)',
    noNumber: 'nessun numero dichiarato',
    example: 'Esempio fittizio: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }: Institution, capital: string) =>
      `${legalName}, ${legalForm}, capitale sociale ${capital}, ${rcs}, numero SIREN ${siren}, partita IVA ${vat}`,
    guarantee: (limit: string) => `I depositi sono garantiti fino a ${limit} per depositante e per istituto.`,
    noGuarantee: "L'istituto non raccoglie depositi coperti dalla garanzia dei depositi.",
    cover: (insurer: string, limit: string) =>
      `La responsabilità civile professionale è assicurata presso ${insurer}, fino a ${limit}.`,
    noCover: "L'istituto non dichiara alcuna assicurazione di responsabilità civile professionale.",
    notSupervised: 'Questo istituto è fittizio. Nessuna autorità lo ha autorizzato e nessuna lo controlla.',
    brokerSupervised: (authority: string) =>
      `L'istituto è iscritto nel registro ORIAS. La sua attività è controllata dall'${authority}.`,
    supervised: (authority: string) => `L'istituto è autorizzato e controllato dall'${authority}.`,
  },
  es: {
    statuses: {
      'credit-institution': 'entidad de crédito',
      'finance-company': 'sociedad de financiación',
      'payment-institution': 'entidad de pago',
      'iobsp-broker': 'intermediario en operaciones bancarias y servicios de pago (IOBSP)',
    },
    fictionalStatus: ' (estatus ficticio)',
    fictionalNumber: ' (número ficticio)',
    noNumber: 'ningún número declarado',
    example: 'Ejemplo ficticio: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }: Institution, capital: string) =>
      `${legalName}, ${legalForm}, capital social ${capital}, ${rcs}, número SIREN ${siren}, número de IVA ${vat}`,
    guarantee: (limit: string) =>
      `Los depósitos están garantizados hasta ${limit} por depositante y por entidad.`,
    noGuarantee: 'La entidad no recibe depósitos cubiertos por la garantía de depósitos.',
    cover: (insurer: string, limit: string) =>
      `La responsabilidad civil profesional está asegurada en ${insurer}, hasta ${limit}.`,
    noCover: 'La entidad no declara ningún seguro de responsabilidad civil profesional.',
    notSupervised: 'Esta entidad es ficticia. Ninguna autoridad la ha autorizado y ninguna la supervisa.',
    brokerSupervised: (authority: string) =>
      `La entidad está inscrita en el registro ORIAS. Su actividad está supervisada por la ${authority}.`,
    supervised: (authority: string) => `La entidad está autorizada y supervisada por la ${authority}.`,
  },
  pt: {
    statuses: {
      'credit-institution': 'instituição de crédito',
      'finance-company': 'sociedade de financiamento',
      'payment-institution': 'instituição de pagamento',
      'iobsp-broker': 'intermediário em operações bancárias e serviços de pagamento (IOBSP)',
    },
    fictionalStatus: ' (estatuto fictício)',
    fictionalNumber: ' (número fictício)',
    noNumber: 'nenhum número declarado',
    example: 'Exemplo fictício: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }: Institution, capital: string) =>
      `${legalName}, ${legalForm}, capital social ${capital}, ${rcs}, número SIREN ${siren}, número de IVA ${vat}`,
    guarantee: (limit: string) =>
      `Os depósitos estão garantidos até ${limit} por depositante e por instituição.`,
    noGuarantee: 'A instituição não recebe depósitos cobertos pela garantia de depósitos.',
    cover: (insurer: string, limit: string) =>
      `A responsabilidade civil profissional está segurada junto de ${insurer}, até ${limit}.`,
    noCover: 'A instituição não declara nenhum seguro de responsabilidade civil profissional.',
    notSupervised: 'Esta instituição é fictícia. Nenhuma autoridade a autorizou e nenhuma a supervisiona.',
    brokerSupervised: (authority: string) =>
      `A instituição está inscrita no registo ORIAS. A sua atividade é supervisionada pela ${authority}.`,
    supervised: (authority: string) => `A instituição está autorizada e é supervisionada pela ${authority}.`,
  },
  hu: {
    statuses: {
      'credit-institution': 'hitelintézet',
      'finance-company': 'finanszírozó társaság',
      'payment-institution': 'pénzforgalmi intézmény',
      'iobsp-broker': 'banki műveletek és pénzforgalmi szolgáltatások közvetítője (IOBSP)',
    },
    fictionalStatus: ' (kitalált jogállás)',
    fictionalNumber: ' (kitalált szám)',
    noNumber: 'nincs közölt szám',
    example: 'Kitalált példa: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }: Institution, capital: string) =>
      `${legalName}, ${legalForm}, alaptőke: ${capital}, ${rcs}, SIREN-szám: ${siren}, közösségi adószám: ${vat}`,
    guarantee: (limit: string) =>
      `A betétek betétesenként és intézményenként legfeljebb ${limit} összegig biztosítottak.`,
    noGuarantee: 'Az intézmény nem fogad el betétbiztosítással fedezett betéteket.',
    cover: (insurer: string, limit: string) =>
      `A szakmai felelősségbiztosítás biztosítója ${insurer}, fedezete ${limit}.`,
    noCover: 'Az intézmény nem közöl szakmai felelősségbiztosítást.',
    notSupervised: 'Ez az intézmény kitalált. Egyetlen hatóság sem engedélyezte, és egyik sem felügyeli.',
    brokerSupervised: (authority: string) =>
      `Az intézmény szerepel az ORIAS nyilvántartásában. Tevékenységét a francia hatóság felügyeli: ${authority}.`,
    supervised: (authority: string) =>
      `Az intézményt a francia hatóság engedélyezte és felügyeli: ${authority}.`,
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
