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

const euros = new Intl.NumberFormat('fr-FR', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});
/** Whole euros for a printed text: capital, cover and guarantee have no cents. */
function inEuros(minor: number): string {
  return euros.format(minor / 100);
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

function supervision(institution: Institution): string {
  if (institution.mode === 'demo') {
    return "Cet établissement est fictif. Aucune autorité ne l'a agréé et aucune ne le contrôle.";
  }
  const authority =
    'Autorité de contrôle prudentiel et de résolution (ACPR), 4 place de Budapest, CS 92459, 75436 Paris Cedex 09';
  return institution.status === 'iobsp-broker'
    ? `L'établissement est inscrit au registre de l'ORIAS. Son activité est contrôlée par l'${authority}.`
    : `L'établissement est agréé et contrôlé par l'${authority}.`;
}

function registrationLine(institution: Institution): string {
  const note = institution.mode === 'demo' ? ' (numéro fictif)' : '';
  const list = registrations(institution).map(({ label, number }) => `${label} ${number}${note}`);
  return list.length > 0 ? list.join(', ') : 'aucun numéro déclaré';
}

/** Values of every `institution.*` placeholder, in French: legal texts are French in every language of the site. */
export function institutionValues(institution: Institution): Record<InstitutionPlaceholder, string> {
  const { depositGuaranteeMinor: guarantee, liability } = institution;
  const example = institution.mode === 'demo' ? 'Exemple fictif\u00a0: ' : '';
  return {
    'institution.brandName': institution.brandName,
    'institution.legalName': institution.legalName,
    'institution.identity': `${institution.legalName}, ${institution.legalForm} au capital de ${inEuros(institution.shareCapitalMinor)}, ${institution.rcs}, numéro SIREN ${institution.siren}, numéro de TVA ${institution.vat}`,
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
    'institution.status': `${statusNames[institution.status]}${institution.mode === 'demo' ? ' (statut fictif)' : ''}`,
    'institution.registration': registrationLine(institution),
    'institution.supervision': supervision(institution),
    'institution.mediatorName': institution.mediator.name,
    'institution.mediatorAddress': institution.mediator.address,
    'institution.mediatorWebsite': institution.mediator.website,
    'institution.depositGuarantee':
      // In a demonstration the sentence is an example: there is neither a deposit nor a guarantee.
      example +
      (institution.status === 'credit-institution' && guarantee !== undefined
        ? `La garantie des dépôts couvre les sommes déposées jusqu'à ${inEuros(guarantee)} par déposant et par établissement.`
        : "L'établissement ne reçoit pas de dépôts couverts par la garantie des dépôts."),
    'institution.liabilityCover':
      example +
      (liability
        ? `La responsabilité civile professionnelle est assurée auprès de ${liability.insurer}, à hauteur de ${inEuros(liability.coverMinor)}.`
        : "L'établissement ne déclare pas d'assurance de responsabilité civile professionnelle."),
    'institution.sinceYear': String(institution.sinceYear),
  };
}
