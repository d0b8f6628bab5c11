import { accountWordsOf } from '#domain/accounts/account-types.ts';
import { type House, holdsAccounts } from '#domain/accounts/held-accounts.ts';

/** A catalogue as it stands in its file: texts, and parts of texts. */
export interface Words {
  readonly [key: string]: string | Words;
}

/** The words with others in the place of those that both have. @throws Error for one that stands for none. */
function replaced(words: Words, others: Words, place: string): Words {
  const changed = Object.entries(others).map(([key, other]) => {
    const own = words[key];
    if (own === undefined || typeof own !== typeof other)
      throw new Error(`${place}${key} of some houses stands for no other word.`);
    return [
      key,
      typeof own === 'string' || typeof other === 'string' ? other : replaced(own, other, `${place}${key}.`),
    ];
  });
  return { ...words, ...Object.fromEntries(changed) };
}

/** The catalogues whose `elsewhere` or `live` is read where their words are needed: both kinds are asked for by their keys. */
export const READ_WHOLE = ['notifications', 'security', 'mails', 'legal-papers', 'documents'];

function withOwn(name: string, words: Words, house: House): Words {
  const { elsewhere, live, ...usual } = words;
  const own = [house.mode === 'live' ? live : undefined, holdsAccounts(house) ? undefined : elsewhere];
  return own.reduce<Words>(
    (said, others) => (typeof others === 'object' ? replaced(said, others, `${name}.`) : said),
    usual,
  );
}

/**
 * A catalogue as a house says it (LC-6), so that a build carries the words of its house alone: kinds of account by the house's words, and in the place of the
 * same keys what stands under `live` where it is no demonstration, and under `elsewhere` where its clients have no accounts.
 * @param name of the catalogue.
 */
export function wordsOfHouse(name: string, words: Words, house: House): Words {
  const said = READ_WHOLE.includes(name) ? words : withOwn(name, words, house);
  if (name !== 'common' && name !== 'notifications') return said;
  const accountTypes = said.accountTypes as unknown as Parameters<typeof accountWordsOf>[1];
  return { ...said, accountTypes: accountWordsOf(house, accountTypes) };
}
