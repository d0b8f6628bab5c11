import type { Institution } from '#content/institution/schema.ts';
import { addressInLine } from '#content/institution-values.ts';
import { formatIban } from '#domain/accounts/iban.ts';
import { houseRange, isInRange } from '#domain/accounts/iban-range.ts';
import { creditWarning, NO_PAYMENT_BEFORE_LOAN } from '#domain/loans/legal-wording.ts';
import { paysOutside } from '#domain/loans/payout-account.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney, formatRate } from '#domain/money/format.ts';
import { legalDay } from '#domain/time/days.ts';
import { addressLines } from '../../papers/address-lines.ts';
import { dayInFrench } from '../../papers/paper-language.ts';
import type { ContractLaw } from './contract-law.ts';
import type { Borrower, OfferRow } from './queries.ts';

const inMonths = (count: number) => `${count}\u00a0mois`;
const percent = (bps: number) => formatRate(bps, 'fr-FR');

function earlyIndemnity(law: ContractLaw, amount: (minor: number) => string): string {
  const policyBps = law['early.policy'];
  if (policyBps === 0) return "Aucune indemnité n'est demandée.";
  return `Au plus ${percent(policyBps)} du capital remboursé, la moitié au plus si le contrat finit dans moins d'un an, et rien tant que les remboursements anticipés de douze mois ne dépassent pas ${amount(law['early.threshold'])}.`;
}

/** What is asked of a borrower who does not pay (R312-10, 6°): each indemnity with its own cap (D312-16, D312-17). */
function defaultIndemnities(law: ContractLaw, rateBps: number): string {
  const asked = law['default.policy'];
  const most = percent(Math.min(asked, law['default.cap']));
  const interest = law['late.interest']
    ? `Intérêts de retard au taux du contrat, ${percent(rateBps)}, sur le capital des échéances impayées.`
    : 'Aucun intérêt de retard.';
  return asked === 0
    ? `${interest} Aucune indemnité.`
    : `${interest} Indemnité d'au plus ${most} des échéances impayées, ou ${percent(Math.min(asked, law['default.deferCap']))} de celles que nous acceptons de reporter\u00a0; d'au plus ${most} du capital restant dû si nous en exigeons le remboursement immédiat.`;
}

/** The account on which the money is paid out (R312-2, R312-10; LC-6): the borrower's with the lender, or theirs at another bank. */
function payoutAccount(institution: Institution, { iban }: Borrower): string {
  if (paysOutside(institution.status))
    return "par virement sur un compte ouvert au nom de l'emprunteur dans une autre banque, dont il indique l'IBAN après son acceptation";
  const own = `sur le compte de l'emprunteur chez ${institution.legalName}`;
  const range = houseRange(institution);
  // An IBAN of another bank that stands in the client's file is not where the money goes.
  return iban !== null && range !== null && isInRange(iban, range) ? `${own}, IBAN ${formatIban(iban)}` : own;
}

/** For how long an offer binds the lender (LC-34). */
const bindingPeriod = ({ validDays, isExtended }: Pick<OfferRow, 'validDays' | 'isExtended'>) =>
  `${validDays} jours après le jour de son envoi${isExtended ? ", prolongés jusqu'au premier jour ouvrable suivant" : ''}.`;

/** The values of every paper of an offer, in French (LC-30, LC-31). Days are of French legal time. */
export function offerValues(
  { institution, law }: { readonly institution: Institution; readonly law: ContractLaw },
  offer: Omit<OfferRow, 'setHash' | 'mailId' | 'sentAt'>,
  borrower: Borrower,
): Record<string, string> {
  const amount = (amountMinor: number) =>
    formatMoney({ amountMinor, currency: offer.currency as CurrencyCode }, 'fr-FR');
  const { durationMonths, annualRateBps } = offer;
  const lenderAddress = addressInLine(institution);
  return {
    reference: offer.reference,
    issuedOn: dayInFrench(offer.issuedAt),
    creditWarning: creditWarning(legalDay(offer.issuedAt)).text,
    noPayment: NO_PAYMENT_BEFORE_LOAN.text,
    legalName: institution.legalName,
    legalForm: institution.legalForm,
    lenderAddress,
    lenderPhone: institution.phone.display,
    lenderEmail: institution.email,
    serviceEmail: institution.customerServiceEmail,
    lenderRegister: institution.rcs,
    mediator: `${institution.mediator.name}, ${institution.mediator.address}, ${institution.mediator.website}`,
    borrower: addressLines(borrower).join(', '),
    borrowerName: borrower.displayName,
    creditType: 'Prêt personnel amortissable',
    principal: amount(offer.principal),
    payoutTerms: `En une fois, ${payoutAccount(institution, borrower)}, au plus tôt le huitième jour suivant l'acceptation de l'emprunteur et après l'agrément du prêteur, un jour d'ouverture du système TARGET`,
    duration: inMonths(durationMonths),
    instalments: `${durationMonths} échéances mensuelles de ${amount(offer.instalment)}, la dernière de ${amount(offer.lastInstalment)}`,
    firstInstalmentRule: `La première échéance comprend aussi les intérêts des jours qui séparent le versement du jour d'échéance suivant, 30 jours au plus\u00a0: elle est d'au plus ${amount(offer.largestFirstInstalment)}.`,
    rate: percent(annualRateBps),
    taeg: percent(offer.taegBps),
    taegAssumption:
      'calculé comme si les fonds étaient versés et la première échéance prélevée un mois plus tard',
    totalDue: amount(offer.totalDue),
    dailyInterest: amount(offer.dailyInterest),
    earlyIndemnity: earlyIndemnity(law, amount),
    defaultIndemnities: defaultIndemnities(law, annualRateBps),
    bindingPeriod: bindingPeriod(offer),
    formalNoticeDays: String(law['formalNotice.days']),
    withdrawalHow: `Par le bouton «\u00a0Renoncer au contrat ici\u00a0» de votre espace ou de la page /retractation de notre site, par e-mail à ${institution.customerServiceEmail}, ou par le bordereau joint, envoyé à ${institution.legalName}, ${lenderAddress}.`,
  };
}
