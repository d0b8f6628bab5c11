import { legalDay } from '#domain/time/days.ts';
import { withOrdinalFirst } from '#domain/time/french-day.ts';
import words from '#locales/fr/security.json' with { type: 'json' };
import type { Surroundings } from '../work/work.ts';

const inWords = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Markup that names the day of a demonstration whose operator has moved it on (decision 0029), under the rules of the ribbon; null while the day
 * is the real one. In French on every page: it comes from the server, before the page knows its language. Its words are those of the signed-in
 * screens, `security.demonstrationDay` and `security.demonstrationDayLabel`.
 */
export function demonstrationDayNotice({
  now,
  demonstrationClock,
}: Pick<Surroundings, 'now' | 'demonstrationClock'>): string | null {
  if (!demonstrationClock || demonstrationClock.aheadMs() === 0) return null;
  const day = withOrdinalFirst(inWords.format(new Date(legalDay(now()))));
  const sentence = words.demonstrationDay.replace('{{day}}', day);
  return `<section class="demo-ribbon" lang="fr" aria-label="${words.demonstrationDayLabel}"><p>${sentence}</p></section>`;
}
