import words from '#locales/fr/documents.json' with { type: 'json' };

/** The words of documents. They are French, like the texts they may be shown to. */
export { words };

/** Puts values in the places of a sentence. A place without a value is a programming error. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {{${name}}}`);
    return value;
  });
}
