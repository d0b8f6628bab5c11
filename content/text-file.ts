import type { TextLanguage } from './text-words/languages.ts';

/**
 * A text among the files of its folder: French beside the module, the other languages each in a folder of its own.
 * @throws when the language lacks it.
 */
export function textFile<Text>(
  files: Readonly<Record<string, Text>>,
  language: TextLanguage,
  name: string,
): Text {
  const file = language === 'fr' ? `./${name}` : `./${language}/${name}`;
  const text = files[file];
  if (text === undefined) throw new Error(`No text ${file}`);
  return text;
}
