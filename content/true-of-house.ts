import { holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import type { Institution } from './institution/schema.ts';
import type { Block } from './parse-text.ts';

/**
 * What the texts say that is true of some houses only (LC-6). A heading stands in the table by its anchor, which is the same in every language;
 * where the house is not such a one, the heading and what it leads are left out. So one text serves every kind of institution, and none says « we
 * lend » where another house does.
 */

type House = Pick<Institution, 'mode' | 'status'>;

const HOLDS = {
  /** It decides on credits, pays them out and is repaid. */
  lends: mayLend,
  /** It hands requests to lenders. */
  transmits: (house: House) => !mayLend(house),
  /** Its clients pay from accounts of theirs with it. */
  accounts: holdsAccounts,
  /** They have none: what it keeps of them is a file. */
  elsewhere: (house: House) => !holdsAccounts(house),
  /** Money of its clients goes through it: on accounts of theirs, or as their loans. */
  moves: (house: House) => holdsAccounts(house) || mayLend(house),
} as const satisfies Record<string, (house: House) => boolean>;

const SAID_OF: Readonly<Record<string, keyof typeof HOLDS>> = {
  // Frequent questions: how this house decides, pays out, is repaid and keeps the files of its loans.
  'eligibilite-revenu': 'lends',
  'eligibilite-endettement': 'lends',
  'eligibilite-contrat': 'lends',
  'eligibilite-ficp': 'lends',
  'eligibilite-regroupement': 'lends',
  'delais-reponse': 'lends',
  'delais-versement': 'lends',
  'remboursement-calcul': 'lends',
  'remboursement-anticipe': 'lends',
  'remboursement-frais': 'lends',
  'remboursement-retard': 'lends',
  'remboursement-difficulte': 'lends',
  'remboursement-assurance': 'lends',
  'securite-duree': 'lends',
  'delais-virement': 'accounts',
  // Articles: the parts that tell the policy, the study and the prices of this house.
  'calculer-son-taux-d-endettement': 'lends',
  'envoyer-la-demande-et-suivre-l-etude': 'lends',
  'comment-nous-appliquons-ces-regles': 'lends',
  'le-remboursement-anticipe-un-droit-a-tout-moment': 'lends',
  'les-frais-ceux-qui-existent-et-ceux-qui-n-existent-pas': 'lends',
  'a-partir-de': 'lends',
  // Legal notices: the terms of the loans, or who lends instead.
  conditions: 'lends',
  intermediation: 'transmits',
};

/** The anchors of the table: tests look for each in the texts. */
export const saidOfSomeHouses = Object.keys(SAID_OF);

/** Whether what stands under an anchor is true of a house. */
export function isTrueOf(anchor: string, house: House): boolean {
  const what = Object.hasOwn(SAID_OF, anchor) ? SAID_OF[anchor] : undefined;
  return what === undefined || HOLDS[what](house);
}

const OF_SOME = /^(\s*(?:[-*]|\d+\.)?\s*)\{(\w+)\} /;

/** A line of a text, or null where it is not true of a house: `{accounts} …` stands only where its clients have accounts, `- {moves} …` is such an item. */
export function lineTrueOf(line: string, house: House): string | null {
  const [, before = '', what = ''] = OF_SOME.exec(line) ?? [];
  if (what === '') return line;
  if (!Object.hasOwn(HOLDS, what)) throw new Error(`A text speaks of houses that nobody knows: {${what}}`);
  return HOLDS[what as keyof typeof HOLDS](house) ? before + line.replace(OF_SOME, '') : null;
}

/** A text before it is parsed, without the lines that are not true of a house. */
export const linesTrueOf = (text: string, house: House): string =>
  text
    .split('\n')
    .flatMap((line) => lineTrueOf(line, house) ?? [])
    .join('\n');

/** A text without the headings that are not true of a house, and without what they lead, until the next heading of their level or above. */
export function trueOf(blocks: readonly Block[], house: House): Block[] {
  let leftOut: number | null = null;
  return blocks.filter((block) => {
    if (block.kind === 'heading') {
      if (leftOut !== null && block.level <= leftOut) leftOut = null;
      if (leftOut === null && !isTrueOf(block.id, house)) leftOut = block.level;
    }
    return leftOut === null;
  });
}
