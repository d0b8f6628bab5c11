import { type SQL, sql } from 'drizzle-orm';
import { eventOfLedger, eventsOfClients, type LedgerEvent } from '#domain/ledger/events.ts';
import type { MovementDetails } from '#domain/ledger/movement-words.ts';
import en from '#locales/en/movements.json' with { type: 'json' };
import fr from '#locales/fr/movements.json' with { type: 'json' };
import { transactions } from '../db/schema/index.ts';

/** Every language that words movements: a client searches for what the screen shows. */
const languages: readonly Readonly<Record<string, string>>[] = [fr, en];

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** A movement in French, for documents and for callers of the API without catalogues: as it was typed, or the sentence of its event. */
export function movementWords(row: {
  readonly event: LedgerEvent;
  readonly description: string | null;
  readonly details: MovementDetails | null;
}): string {
  if (row.description !== null) return row.description;
  const { label } = eventOfLedger(row.event);
  const sentence = (label && (fr as Readonly<Record<string, string>>)[label]) || row.event;
  return sentence.replace(PLACE, (_, name: string) => String(row.details?.[name] ?? ''));
}

/** The sentence of a language as the database makes it, from a template such as « Virement vers {{bankName}} ». */
function sentenceOf(template: string): SQL {
  const parts = template
    .split(PLACE)
    .map((part, index) =>
      index % 2 === 0 ? sql`${part}::text` : sql`${transactions.details}->>${part}::text`,
    );
  return sql`concat(${sql.join(parts, sql`, `)})`;
}

/** Whether a movement is called by words that match a pattern of LIKE, in any language that the screens show it in. */
export function isCalled(pattern: string): SQL {
  const sentences = languages.flatMap((words) =>
    eventsOfClients.flatMap((event) => {
      const { label } = eventOfLedger(event);
      const template = label && words[label];
      return template
        ? [sql`(${transactions.event} = ${event} and ${sentenceOf(template)} ilike ${pattern})`]
        : [];
    }),
  );
  return sql`case when ${transactions.description} is null
    then ${sql.join(sentences, sql` or `)}
    else ${transactions.description} ilike ${pattern} end`;
}
