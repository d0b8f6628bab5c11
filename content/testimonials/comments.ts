import type { TextLanguage } from '../text-words/languages.ts';
import type { Comments, Testimonial } from './testimonials.ts';

const files = import.meta.glob<Comments>('./comments/*.ts', { import: 'default', eager: true });

/** What a testimonial says in a language; in French it says it itself. */
export function commentIn(language: TextLanguage, { id, commentaire }: Testimonial): string {
  if (language === 'fr') return commentaire;
  const comment = files[`./comments/${language}.ts`]?.[id];
  if (comment === undefined) throw new Error(`Testimonial ${id} is not told in ${language}`);
  return comment;
}
