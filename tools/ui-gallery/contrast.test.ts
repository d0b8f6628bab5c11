import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = readFileSync(new URL('../../app/ui/tokens.css', import.meta.url), 'utf8');

function themeBlock(start: string): Record<string, string> {
  const from = source.indexOf(start);
  const body = source.slice(source.indexOf('{', from) + 1, source.indexOf('}', from));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

const themes = {
  light: themeBlock('[data-theme="light"]'),
  dark: themeBlock('\n[data-theme="dark"]'),
  system: themeBlock('  [data-theme="system"]'),
};

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Record<string, string>, front: string, back: string): number {
  const [a, b] = [theme[front], theme[back]].map((hex) => luminance(hex ?? ''));
  if (a === undefined || b === undefined || Number.isNaN(a + b))
    throw new Error(`no colour ${front} or ${back}`);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ['paper', 'raised', 'sunk', 'brand-tint'];
const tones = ['danger', 'warning', 'success', 'info'];

const text: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3', 'brand', 'accent', 'danger', 'success'].flatMap((front) =>
    grounds.map((back): [string, string] => [front, back]),
  ),
  ...[...tones, 'accent'].flatMap((tone): [string, string][] => [
    [tone, `${tone}-tint`],
    ['ink', `${tone}-tint`],
    ['ink-2', `${tone}-tint`],
    ['ink-3', `${tone}-tint`],
  ]),
  ['on-brand', 'brand-fill'],
  ['on-brand', 'brand-hover'],
  ['on-danger', 'danger-fill'],
  ['on-danger', 'danger-hover'],
];

const outlines: [string, string][] = [
  ...['control', 'focus', 'brand', 'brand-fill'].flatMap((front) =>
    ['paper', 'raised', 'sunk'].map((back): [string, string] => [front, back]),
  ),
  ['focus', 'danger-tint'],
  ['focus', 'brand-tint'],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (name) => {
  it.each(text)('text %s on %s has 4.5:1', (front, back) => {
    expect(contrast(themes[name], front, back)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(outlines)('outline %s on %s has 3:1', (front, back) => {
    expect(contrast(themes[name], front, back)).toBeGreaterThanOrEqual(3);
  });
});

it('the system theme in the dark is the dark theme', () => {
  expect(Object.keys(themes.dark).length).toBeGreaterThan(25);
  expect(themes.system).toEqual(themes.dark);
});

it('both themes name the same colours', () => {
  expect(Object.keys(themes.dark).sort()).toEqual(Object.keys(themes.light).sort());
});
