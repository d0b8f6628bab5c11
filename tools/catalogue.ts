import { readFileSync } from 'node:fs';

const locales = new URL('../locales/', import.meta.url);
const read = new Map<string, Map<string, string>>();

/** Every sentence of a catalogue by its path, « facts.payer ». Read once. */
export function sentences(code: string, namespace: string): Map<string, string> {
  const name = `${code}/${namespace}`;
  const known = read.get(name) ?? readSentences(name);
  read.set(name, known);
  return known;
}

function readSentences(name: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (part: object, path: string) => {
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === 'string') found.set(path + key, value);
      else walk(value, `${path}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(new URL(`${name}.json`, locales), 'utf8')), '');
  return found;
}
