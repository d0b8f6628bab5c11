import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minifySync } from 'vite';

/** The two inline scripts of a page, small, and the hashes by which the Content-Security-Policy lets them run. */

function minified(name, source) {
  const { code, errors } = minifySync(name, source, { module: false, mangle: true, compress: true });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  if (code.includes('</script')) throw new Error(`${name} would close its own element.`);
  return code.trim();
}

const source = (name) => readFileSync(new URL(`../../app/inline/${name}`, import.meta.url), 'utf8');

export const headScript = () => minified('head.js', source('head.js'));

/** @param {readonly string[]} modules The scripts of the page, the entry first. */
export const loaderScript = (modules) =>
  minified('loader.js', source('loader.js').replace('MODULES', JSON.stringify(modules)));

export const scriptHash = (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`;
