import { join } from 'node:path';
import { readManifest } from '../tools/page/assets.ts';

/** Files of the build have no words in their names: these functions find the source of one in the manifest. */

const manifest = readManifest(join(import.meta.dirname, '../build/client'));

/** `app/visitor/faq.tsx` for the file of that screen; `virtual:texts/faq.fr.text` for that of a text. */
export function sourceOf(url: string): string | undefined {
  const { pathname } = new URL(url);
  return Object.keys(manifest).find((source) => `/${manifest[source]?.file}` === pathname);
}

/** Whether an address is the file made from this source. */
export const isFileOf = (source: string) => (url: URL) => sourceOf(url.href) === source;
