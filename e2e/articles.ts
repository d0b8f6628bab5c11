import { readFileSync } from 'node:fs';
import { parseFrontMatter } from '../content/parse-text.ts';

/** The articles as their files tell them, for tests that compare pages with their texts. */
export const articles = [1, 2, 3, 4].map((id) => {
  const { meta } = parseFrontMatter(
    readFileSync(new URL(`../content/articles/${id}.md`, import.meta.url), 'utf8'),
  );
  const of = (key: string) => meta[key] ?? '';
  return {
    id,
    titre: of('titre'),
    resume: of('resume'),
    auteur: of('auteur'),
    categorie: of('categorie'),
    tempsLecture: of('tempsLecture'),
    jour: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(of('date')),
    ),
  };
});
