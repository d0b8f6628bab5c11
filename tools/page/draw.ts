import { crc32, deflateSync } from 'node:zlib';

/**
 * Draws the mark as PNG files, for the places that cannot show SVG. The mark is few lines (app/ui/mark.tsx), so each pixel is simply
 * asked how far it lies from them; no image library is needed and no binary file is kept in the repository.
 */

type Colour = readonly number[];

/** Distance from a point to the segment from a to b. */
function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}

/** Distance to an arch: two uprights and the half circle on them. */
function toArch(x: number, y: number, centre: number, radius: number, spring: number, foot: number): number {
  if (y < spring) return Math.abs(Math.hypot(x - centre, y - spring) - radius);
  return Math.min(
    toSegment(x, y, centre - radius, spring, centre - radius, foot),
    toSegment(x, y, centre + radius, spring, centre + radius, foot),
  );
}

/** The mark's lines in its square of 32: arch, hatch, ledge, as distance to the line and the line's width. */
const lines: readonly { width: number; distance: (x: number, y: number) => number }[] = [
  { width: 2.5, distance: (x, y) => toArch(x, y, 16, 9.75, 13.25, 24.5) },
  { width: 2.5, distance: (x, y) => toArch(x, y, 16, 4, 21.25, 24.5) },
  // A butt end, as in the drawing: a box and not a rounded line.
  { width: 0, distance: (x, y) => Math.max(Math.abs(x - 16) - 14, Math.abs(y - 27) - 2.5) },
];

/** How much of a pixel of this size the mark covers, from 0 to 1. */
function coverage(x: number, y: number, pixel: number): number {
  return Math.max(
    ...lines.map(({ width, distance }) =>
      Math.max(0, Math.min(1, 0.5 - (distance(x, y) - width / 2) / pixel)),
    ),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of 8-bit RGB from a function of each pixel. */
function png(width: number, height: number, colourAt: (column: number, row: number) => Colour): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let row = 0, at = 0; row < height; row += 1) {
    at += 1; // filter 0
    for (let column = 0; column < width; column += 1) {
      for (const channel of colourAt(column, row)) rows[at++] = channel;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const paper: Colour = [248, 245, 238];
const brand: Colour = [11, 79, 60];
const mix = (from: Colour, to: Colour, share: number): Colour =>
  from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * share));

/** The mark in paper colour on the brand's green, filling a square: a device rounds its corners itself. */
export function iconPng(size: number): Buffer {
  // The mark takes 62 % of the square: masks of devices never cut into it.
  const scale = 32 / (size * 0.62);
  const offset = (size * 0.38) / 2;
  return png(size, size, (column, row) =>
    mix(brand, paper, coverage((column + 0.5 - offset) * scale, (row + 0.5 - offset) * scale, scale)),
  );
}

/** The picture of a shared page, 1200 × 630: the mark on paper over the counter's ledge. */
export function sharePng(): Buffer {
  const scale = 32 / 300;
  return png(1200, 630, (column, row) => {
    if (row >= 590) return brand;
    return mix(paper, brand, coverage((column + 0.5 - 450) * scale, (row + 0.5 - 140) * scale, scale));
  });
}

/** The icon of a browser tab: the mark alone, light on dark tabs. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-width="2.5">
<style>:root{stroke:#0b4f3c}@media(prefers-color-scheme:dark){:root{stroke:#86cfae}}</style>
<path d="M6.25 24.5V13.25a9.75 9.75 0 0 1 19.5 0V24.5"/><path d="M12 24.5v-3.25a4 4 0 0 1 8 0v3.25"/><path d="M2 27h28" stroke-width="5"/>
</svg>
`;
