import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minifySync } from 'vite';

/** The inline scripts of a page, small, and the hash by which its Content-Security-Policy lets a script or a style stand in it. */

function minified(name: string, source: string): string {
  const { code, errors } = minifySync(name, source, { module: false, mangle: true, compress: true });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  if (code.includes('</script')) throw new Error(`${name} would close its own element.`);
  return code.trim();
}

const source = (name: string): string =>
  readFileSync(new URL(`../../app/inline/${name}`, import.meta.url), 'utf8');

export const headScript = (): string => minified('head.js', source('head.js'));

export const frameScript = (): string => minified('frame.js', source('frame.js'));

/** `always` and `home`: what the area reads first, and what its home does besides. */
export const aheadScript = (always: readonly string[], home: readonly string[]): string =>
  minified(
    'ahead.js',
    source('ahead.js')
      .replace('READS_OF_HOME', JSON.stringify(home))
      .replace('READS', JSON.stringify(always)),
  );

/** What a page is, for the script that brings it to life. */
interface Loaded {
  /** The scripts, the entry first. */
  readonly modules: readonly string[];
  /** The stylesheets, in their order. */
  readonly sheets: readonly string[];
  /** The frame of a signed-in area, which nobody can use. */
  readonly isFrame: boolean;
  readonly hasForms: boolean;
}

export const loaderScript = ({ modules, sheets, isFrame, hasForms }: Loaded): string =>
  minified(
    'loader.js',
    source('loader.js')
      .replace('MODULES', JSON.stringify(modules))
      .replace('SHEETS', JSON.stringify(sheets))
      .replaceAll('IS_FRAME', String(isFrame))
      .replaceAll('HAS_FORMS', String(hasForms)),
  );

export const hashOf = (inline: string): string =>
  `sha256-${createHash('sha256').update(inline).digest('base64')}`;
