import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minifySync } from 'vite';
import type { EarlyRead } from '../../app/start/early-reads.ts';

/** The small scripts of a page that come without a bundle, and the hash by which its Content-Security-Policy lets a script or a style stand in it. */

function minified(name: string, source: string): string {
  const { code, errors } = minifySync(name, source, { module: false, mangle: true, compress: true });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  if (code.includes('</script')) throw new Error(`${name} would close its own element.`);
  return code.trim();
}

const source = (name: string): string =>
  readFileSync(new URL(`../../app/start/inline/${name}`, import.meta.url), 'utf8');

export const headScript = (): string => minified('head.js', source('head.js'));

/** Hides the French page of the entrance while another language is drawn. */
export const languageScript = (): string => minified('language.js', source('language.js'));

export const frameScript = (): string => minified('frame.js', source('frame.js'));

/**
 * Puts data into a script in place of the names that stand for it, in one pass, so that no value is searched for names. `<` is written as
 * an escape: no value closes the script's element or opens a comment in it (ASVS 5.0, 1.2.3).
 */
export const withData = (script: string, data: Readonly<Record<string, unknown>>): string =>
  script.replace(new RegExp(`\\b(${Object.keys(data).join('|')})\\b`, 'g'), (name) =>
    JSON.stringify(data[name]).replaceAll('<', '\\u003c'),
  );

/** `always` and `home`: what the area reads first, and what its home does besides. */
export const earlyReadsScript = (always: readonly EarlyRead[], home: readonly EarlyRead[]): string =>
  minified('early-reads.js', withData(source('early-reads.js'), { READS: always, READS_OF_HOME: home }));

/** What a page is, for the script that brings it to life. */
interface Loaded {
  /** The scripts, the entry first. */
  readonly modules: readonly string[];
  /** Files of words by language. A language that is not there reads French, or finds its files by itself. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** The stylesheets, in their order. */
  readonly sheets: readonly string[];
  /** The frame of a signed-in area, not yet usable. */
  readonly isFrame: boolean;
  readonly hasForms: boolean;
}

export const loaderScript = ({ modules, words, sheets, isFrame, hasForms }: Loaded): string =>
  minified(
    'loader.js',
    withData(source('loader.js'), {
      MODULES: modules,
      WORDS: words,
      SHEETS: sheets,
      IS_FRAME: isFrame,
      HAS_FORMS: hasForms,
    }),
  );

/** What the loader of a public page needs to know. */
interface IslandsOfPage {
  readonly sheets: readonly string[];
  readonly pageScript: string;
  readonly starter: string;
  /** What a worker does ahead for islands with amounts; empty in development. */
  readonly numbers: string;
  /** By island: the file of its words, that of its code, and those that its code imports. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** Markup of the message that what was asked for did not come. */
  readonly failure: string;
}

/** The loader of a public page: of a page to read a file of its own, since in it it would weigh as much as twenty lines of text. */
export const islandsScript = ({
  sheets,
  pageScript,
  starter,
  numbers,
  files,
  failure,
}: IslandsOfPage): string =>
  minified(
    'islands.js',
    withData(source('islands.js'), {
      SHEETS: sheets,
      PAGE_SCRIPT: pageScript,
      STARTER: starter,
      NUMBERS: numbers,
      FILES: files,
      FAILURE: failure,
    }),
  );

export const numbersScript = (): string => minified('numbers.js', source('numbers.js'));

/** What stands in a public page until its loader is there. */
export const firstScript = (loader: string): string =>
  minified('first.js', withData(source('first.js'), { LOADER: loader }));

export const hashOf = (inline: string): string =>
  `sha256-${createHash('sha256').update(inline).digest('base64')}`;
