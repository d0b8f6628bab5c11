import { holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import type { Institution } from './institution/schema.ts';
import type { InstitutionPlaceholder } from './placeholders.ts';
import { type TextLanguage, textWords } from './text-words/languages.ts';

const registers = { regafi: 'https://www.regafi.fr', orias: 'https://www.orias.fr' };

export type Registration = {
  registerUrl: string;
  label: string;
  /** The label with its register's name, where the number stands alone. */
  name: string;
  number: string;
};

/** The numbers the institution declares, each with the public register where a reader can check it. */
export function registrations(institution: Pick<Institution, 'cib' | 'orias'>): Registration[] {
  const { cib, orias } = institution;
  const { regafi, orias: oriasUrl } = registers;
  return [
    ...(cib ? [{ registerUrl: regafi, label: 'CIB', name: 'REGAFI · CIB', number: cib }] : []),
    ...(orias ? [{ registerUrl: oriasUrl, label: 'ORIAS', name: 'ORIAS', number: orias }] : []),
  ];
}

/** Whole euros for a printed text: capital, cover and guarantee have no cents. */
function inEuros(minor: number, language: TextLanguage): string {
  return new Intl.NumberFormat(textWords[language].locale, {
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

function supervision(institution: Institution, language: TextLanguage): string {
  const isBroker = institution.status === 'iobsp-broker';
  const authority =
    'Autorité de contrôle prudentiel et de résolution (ACPR), 4 place de Budapest, CS 92459, 75436 Paris Cedex 09';
  const words = textWords[language].institution;
  if (institution.mode === 'demo') return words.notSupervised;
  return isBroker ? words.brokerSupervised(authority) : words.supervised(authority);
}

function registrationLine(institution: Institution, language: TextLanguage): string {
  const { fictionalNumber, noNumber } = textWords[language].institution;
  const note = institution.mode === 'demo' ? fictionalNumber : '';
  const list = registrations(institution).map(({ label, number }) => `${label} ${number}${note}`);
  return list.length > 0 ? list.join(', ') : noNumber;
}

/** The lenders of a house that does not lend, each with the number under which the REGAFI has it. */
const lendersInWords = ({ partnerLenders = [] }: Institution) =>
  partnerLenders.map(({ name, cib }) => `${name} (CIB\u00a0${cib})`).join(', ') || 'aucun';

/** What the house does with the data of a request, for the French privacy policy: it lends, or others do (LC-6; GDPR art. 13 and 15). */
function requestsAreUsedFor(institution: Institution) {
  const accounts = holdsAccounts(institution);
  if (mayLend(institution))
    return {
      'institution.ficpOrigin':
        'Pour une demande de prêt, la loi nous oblige aussi à consulter le fichier des incidents de remboursement (FICP), tenu par la Banque de France.',
      'institution.contractPurpose': accounts
        ? 'tenir le compte, verser et rembourser un prêt, traiter un virement'
        : 'verser un prêt et en suivre le remboursement',
      'institution.loanDecision':
        "Une personne examine chaque demande de prêt. Aucune décision n'est prise uniquement par un programme. Vous pouvez demander les raisons d'une décision, donner votre point de vue et la contester.",
      'institution.loanRecipients': 'La Banque de France, pour le FICP.',
      'institution.loanRetention': '**Prêt accordé\u00a0:** la durée du contrat, puis 5\u00a0ans.',
    };
  return {
    'institution.ficpOrigin':
      'Nous ne consultons pas le fichier des incidents de remboursement (FICP)\u00a0: seul un prêteur peut le faire.',
    'institution.contractPurpose': `transmettre votre demande de prêt au prêteur que vous choisissez, avec votre accord${accounts ? ', tenir le compte, traiter un virement' : ''}`,
    'institution.loanDecision':
      "Nous ne décidons d'aucun prêt. Une personne transmet votre demande, et le prêteur décide\u00a0: demandez-lui les raisons de sa décision, donnez-lui votre point de vue ou contestez-la auprès de lui.",
    'institution.loanRecipients': `Les prêteurs auxquels vous acceptez que votre demande soit transmise, pour qu'ils l'étudient et en décident\u00a0: ${lendersInWords(institution)}.`,
    'institution.loanRetention':
      '**Demande transmise à un prêteur\u00a0:** 2\u00a0ans au plus après sa réponse. Le prêteur garde son propre dossier.',
  };
}

/** Values of every `institution.*` placeholder. Legal texts are French in every language of the site; guides are not. */
export function institutionValues(
  institution: Institution,
  language: TextLanguage = 'fr',
): Record<InstitutionPlaceholder, string> {
  const { depositGuaranteeMinor: guarantee, liability } = institution;
  const words = textWords[language].institution;
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
    'institution.partnerLenders': lendersInWords(institution),
    ...requestsAreUsedFor(institution),
  };
}
