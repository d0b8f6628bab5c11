import { type TextLanguage, textLanguages } from '../text-words/languages.ts';
import { type Article, readArticle } from './articles.ts';

/** The articles in the other languages, `<code>/<id>.md` each: a file put there is found, and nothing else has to be told of it. */
const files = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default', eager: true });

/** The languages that may have articles of their own. */
export const articleLanguages = textLanguages.filter((language) => language !== 'fr');

const translations = new Map<string, Article>();
for (const [file, source] of Object.entries(files)) {
  const [, language = '', name] = file.split('/');
  if (!articleLanguages.some((known) => known === language))
    throw new Error(`An article in a language without texts: ${file}`);
  const article = readArticle(source);
  if (name !== `${article.id}.md`) throw new Error(`${file} says that it is article ${article.id}`);
  translations.set(`${language}/${article.id}`, article);
}

/** An article in a language; undefined where it has only been written in French. */
export function translatedArticle(id: number, language: TextLanguage): Article | undefined {
  return translations.get(`${language}/${id}`);
}
