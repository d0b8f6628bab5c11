import { useWords } from '../../i18n/t.ts';

/**
 * The sources of the values that the product brings, as its migrations wrote them: mostly French, and read in the words of the language. A bare
 * citation of a French text (« C. conso. L312-24 ») is the same in every language, and what an institution typed stays as it was typed.
 */
const KNOWN_SOURCES = {
  'Décision de l’établissement : un cours qui change davantage est confirmé une seconde fois':
    'houseRateCheck',
  'Décision de l’établissement : seuil indicatif, pas un seuil légal pour le crédit à la consommation':
    'houseDebtRatio',
  'Décision de l’établissement : reste à vivre par foyer, en centimes d’euro': 'houseRestToLive',
  'Décision de l’établissement, 24 mois au plus (LC-107)': 'houseMonths',
  'C. conso. L312-1 et L312-4, rédaction antérieure au 20 novembre 2026': 'regimeBefore',
  'C. conso. L312-1 et L312-4, ordonnance n° 2025-880': 'regimeAfter',
  'Décision de l’établissement, en faveur du client': 'houseForClient',
  'Règlement (CEE) n° 1182/71, art. 3(4), en faveur du client': 'timeLimits',
  'Directive (UE) 2023/2225, art. 10(1)': 'reminder',
  'Décision de l’établissement, annoncée sur le site': 'houseAnnounced',
  'Décision de l’établissement': 'house',
  'Versions du format ISO 20022 que les banques envoient': 'fileVersions',
  'Seuils de l’usure, 4e trimestre 2025, relevés sur ymanci.fr': 'usury2025Q4',
  'Seuils de l’usure, 1er trimestre 2026, relevés sur ymanci.fr': 'usury2026Q1',
  'Décision de l’établissement ; L133-9 du CMF lui laisse fixer l’heure': 'houseHour',
  'CMF L133-13 : fin du jour ouvrable suivant la réception': 'executionDay',
  'Règlement (UE) 2024/886': 'instant',
  'Adresses structurées du SEPA, novembre 2026 ; jour de mémoire': 'addresses',
  'Décision de l’établissement : aucun plafond': 'houseNoCap',
  'Specification of payments, PAY-16: the statutory period was not read': 'payeeChecks',
  'Cass. 1re civ., 22 mars 2023, n° 21-16.044, et 29 mai 2024, n° 23-12.904 : 8 et 15 jours sont abusifs':
    'formalNotice',
  'Arrêté du 26 octobre 2010, art. 5': 'ficpMinimum',
  'Arrêté du 26 octobre 2010, art. 4': 'ficpLetter',
  'Règlement (UE) n° 575/2013, art. 178': 'defaultDays',
  'Règlement délégué (UE) 2018/171': 'materiality',
  'Double ou incident technique, règles SEPA de rappel': 'recallTechnical',
  'Fraude, mauvais IBAN ou mauvais montant, règles SEPA de rappel': 'recallFraud',
  'Règles SEPA de rappel': 'recall',
  'CMF L133-13: the end of the next payment day': 'nextPaymentDay',
  'Specification of the back office, Q-2': 'backOffice',
  'Prescription de droit commun, C. civ. 2224 ; CMF L561-12 (LC-107)': 'limitation',
  'Directive (UE) 2023/2225, art. 26 : douze mois après le délai de rétractation': 'extended',
} as const;

/** A decision of the institution for which a rule leaves room, named by the rule's number. */
const BY_RULE = /^Décision de l’établissement \(([A-Z]+-\d+)\)$/;

type Known = keyof typeof KNOWN_SOURCES;
const isKnown = (source: string): source is Known => Object.hasOwn(KNOWN_SOURCES, source);

/** The source of a value in the words of the language. */
export function useSourceInWords(): (source: string) => string {
  const { t } = useWords();
  return (source) => {
    const [, rule] = BY_RULE.exec(source) ?? [];
    if (rule) return t('dated-data.sources.houseRule', { rule });
    return isKnown(source) ? t(`dated-data.sources.${KNOWN_SOURCES[source]}`) : source;
  };
}

/** Whether a source is read in the words of each language. */
export const hasWords = (source: string): boolean => isKnown(source) || BY_RULE.test(source);
