import { readFileSync } from 'node:fs';
import { type SQL, sql } from 'drizzle-orm';
import { CLIENT_LANGUAGES, type ClientLanguage, intlLocaleOf } from '#domain/clients/client-languages.ts';
import { elided, PLACE_AFTER_DE } from '#domain/elision.ts';
import { eventOfLedger, eventsOfClients, type LedgerEvent } from '#domain/ledger/events.ts';
import type { MovementDetails } from '#domain/ledger/movement-words.ts';
import { isCalendarDate } from '#domain/time/calendar-date.ts';
import { dayAsSaid, formatOfDay } from '#domain/time/day-in-words.ts';
import { transactions } from '../db/schema/index.ts';

type Words = Readonly<Record<string, string>>;

/** Every language that words movements: a client searches for what the screen shows. */
const languages = new Map<ClientLanguage, Words>(
  CLIENT_LANGUAGES.map((code) => [
    code,
    JSON.parse(readFileSync(new URL(`../../locales/${code}/movements.json`, import.meta.url), 'utf8')),
  ]),
);

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** A value of a sentence: a day (YYYY-MM-DD) is written out. */
function inWords(value: string | number, language: ClientLanguage): string {
  if (typeof value !== 'string' || !isCalendarDate(value)) return String(value);
  const locale = intlLocaleOf(language);
  const day = new Intl.DateTimeFormat(locale, { ...formatOfDay(locale), timeZone: 'UTC' });
  return dayAsSaid(day.format(new Date(value)), locale);
}

/**
 * A movement in words, for documents and, in French, for callers of the API without catalogues: as it was typed, or the sentence of its event.
 */
export function movementWords(
  row: {
    readonly event: LedgerEvent;
    readonly description: string | null;
    readonly details: MovementDetails | null;
  },
  language: ClientLanguage = 'fr',
): string {
  if (row.description !== null) return row.description;
  const { label } = eventOfLedger(row.event);
  const sentence = (label && languages.get(language)?.[label]) || row.event;
  return sentence.replace(PLACE_AFTER_DE, (_, de: string | undefined, name: string) => {
    const value = inWords(row.details?.[name] ?? '', language);
    return language === 'fr' ? elided(de, value) : `${de ?? ''}${value}`;
  });
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
  const arms = eventsOfClients.flatMap((event) => {
    const { label } = eventOfLedger(event);
    const templates = label
      ? new Set([...languages.values()].flatMap((words) => words[label] ?? []))
      : new Set<string>();
    // As French screens show it before a vowel: « Virement reçu d'Atelier ».
    const french = (label && languages.get('fr')?.[label]) || '';
    if (/\bde \{\{/.test(french)) templates.add(french.replace(/\bde \{\{/g, "d'{{"));
    if (templates.size === 0) return [];
    const matches = [...templates].map((template) => sql`${sentenceOf(template)} ilike ${pattern}`);
    return [sql`when ${transactions.event} = ${event} then ${sql.join(matches, sql` or `)}`];
  });
  return sql`case when ${transactions.description} is not null then ${transactions.description} ilike ${pattern}
    ${sql.join(arms, sql` `)}
    else false end`;
}
