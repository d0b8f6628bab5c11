import type { TextLanguage } from '../text-words/languages.ts';
import type { PrivacySummary } from './privacy-summary.ts';

const files = import.meta.glob<PrivacySummary>('./summary/*.ts', { import: 'default', eager: true });

/** The short privacy page in a language, placeholders unfilled. */
export function privacySummary(language: TextLanguage): PrivacySummary {
  const summary = files[`./summary/${language}.ts`];
  if (!summary) throw new Error(`No privacy summary in ${language}`);
  return summary;
}
