/** The address of a document in a language; in French it needs no mention. */
export function inLanguage(path: string, language: string): string {
  return language === 'fr' ? path : `${path}${path.includes('?') ? '&' : '?'}language=${language}`;
}
