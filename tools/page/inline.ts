import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minifySync } from 'vite';

/** The two inline scripts of a page, small, and the hashes by which the Content-Security-Policy lets them run. */

function minified(name: string, source: string): string {
  const { code, errors } = minifySync(name, source, { module: false, mangle: true, compress: true });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  if (code.includes('</script')) throw new Error(`${name} would close its own element.`);
  return code.trim();
}

const source = (name: string): string =>
  readFileSync(new URL(`../../app/inline/${name}`, import.meta.url), 'utf8');

export const headScript = (): string => minified('head.js', source('head.js'));

/** `modules`: the scripts of the page, the entry first. */
export const loaderScript = (modules: readonly string[]): string =>
  minified('loader.js', source('loader.js').replace('MODULES', JSON.stringify(modules)));

export const scriptHash = (script: string): string =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`;
