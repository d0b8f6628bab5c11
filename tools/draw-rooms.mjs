import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlesOf, importsOfRooms, roomOf } from './room-graph.mjs';

/**
 * `npm run rooms:draw`: draws docs/rooms.svg from the imports as they are. Each floor is a band, each room a box with its number of
 * files, above the rooms of its floor that it imports; the files beside the folders stand first. With a circle among rooms there is no
 * drawing. An arrow at the side says that files of one floor import files of another, and how many such imports there are.
 */

const root = join(import.meta.dirname, '..');
const { stdout } = spawnSync(
  join(root, 'node_modules', '.bin', 'depcruise'),
  [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'domain',
    'contract',
    'server',
    'app',
    'content',
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
const { modules } = JSON.parse(stdout);

const FLOORS = [
  { name: 'app', note: 'what people see', match: (file) => /^app\//.test(file) },
  { name: 'contract', note: 'what can be asked', match: (file) => /^contract\//.test(file) },
  { name: 'server', note: 'stores, sends, tells the time', match: (file) => /^server\//.test(file) },
  { name: 'domain', note: 'the bank as pure rules', match: (file) => /^domain\//.test(file) },
  { name: 'content', note: 'words and data', match: (file) => /^(content|locales)\//.test(file) },
];

/** The box of a file: its room, or for the files beside the folders of a floor the floor itself. */
function boxOf(file) {
  const room = FLOORS.some(({ match }) => match(file)) ? roomOf(file) : null;
  return room && /\.[a-z]+$/.test(room) ? room.split('/')[0] : room;
}

const rooms = new Map();
const links = new Map();
const files = [];
for (const { source, dependencies } of modules) {
  const from = boxOf(source);
  if (!from) continue;
  rooms.set(from, (rooms.get(from) ?? 0) + 1);
  for (const { resolved } of dependencies) {
    const to = boxOf(resolved);
    if (!to) continue;
    files.push([source, resolved]);
    if (to === from) continue;
    const key = `${from} ${to}`;
    links.set(key, (links.get(key) ?? 0) + 1);
  }
}

const imported = importsOfRooms(files);
const circles = circlesOf(imported);
if (circles.length > 0) throw new Error(`Rooms import each other in a circle:\n${circles.join('\n')}`);

/** How many rows of its floor a room stands above the lowest: one more than the highest room of the floor that it imports. */
const heights = new Map();
function heightOf(room) {
  const known = heights.get(room);
  if (known !== undefined) return known;
  const below = [...(imported.get(room) ?? [])].filter(
    (other) => rooms.has(other) && floorOf(other) === floorOf(room),
  );
  const height = Math.max(0, ...below.map((other) => heightOf(other) + 1));
  heights.set(room, height);
  return height;
}

const WIDTH = 1180;
const BOX = { width: 122, height: 42, gapX: 10, gapY: 10 };
const LEFT = 190;
const SIDE = 170;
const perRow = Math.floor((WIDTH - LEFT - SIDE - 20) / (BOX.width + BOX.gapX));
const places = new Map();
const bands = new Map();
const parts = [];
let y = 16;
for (const floor of FLOORS) {
  const own = [...rooms.keys()].filter((room) => floorOf(room) === floor.name);
  // Above each other by what they import; the files beside the folders first.
  const byHeight = Map.groupBy(own, (room) =>
    room === floor.name ? Number.POSITIVE_INFINITY : heightOf(room),
  );
  const rows = [...byHeight.keys()]
    .sort((a, b) => b - a)
    .flatMap((height) => {
      const row = (byHeight.get(height) ?? []).sort((a, b) => a.localeCompare(b));
      return Array.from({ length: Math.ceil(row.length / perRow) }, (_, at) =>
        row.slice(at * perRow, (at + 1) * perRow),
      );
    });
  const height = rows.length * (BOX.height + BOX.gapY) + BOX.gapY;
  bands.set(floor.name, { top: y, bottom: y + height });
  parts.push(`<rect class="floor" x="10" y="${y}" width="${WIDTH - SIDE - 10}" height="${height}" rx="6"/>`);
  parts.push(`<text class="floor-name" x="26" y="${y + 28}">${floor.name}</text>`);
  parts.push(`<text class="note" x="26" y="${y + 46}">${floor.note}</text>`);
  rows.forEach((row, down) => {
    row.forEach((room, along) => {
      places.set(room, {
        x: LEFT + along * (BOX.width + BOX.gapX),
        y: y + BOX.gapY + down * (BOX.height + BOX.gapY),
      });
    });
  });
  y += height + 22;
}

/** The floor a room belongs to; the catalogues of `locales` stand with the other words. */
function floorOf(room) {
  const [first] = room.split('/');
  return first === 'locales' ? 'content' : first;
}

const between = new Map();
for (const [key, count] of links) {
  const [from, to] = key.split(' ').map(floorOf);
  if (from !== to) between.set(`${from} ${to}`, (between.get(`${from} ${to}`) ?? 0) + count);
}
const order = FLOORS.map(({ name }) => name);
const span = (key) => {
  const [from, to] = key.split(' ').map((name) => order.indexOf(name));
  return Math.abs(from - to);
};
const curves = [...between]
  .sort(([a], [b]) => span(a) - span(b) || a.localeCompare(b))
  .map(([key, count], index) => {
    const [from, to] = key.split(' ');
    const [source, target] = [bands.get(from), bands.get(to)];
    const lane = WIDTH - SIDE + 14 + index * 18;
    const y1 = (source.top + source.bottom) / 2 + (index % 3) * 8 - 8;
    const y2 = (target.top + target.bottom) / 2 + (index % 3) * 8 - 8;
    const edge = WIDTH - SIDE;
    return (
      `<path class="link" marker-end="url(#end)" d="M${edge} ${y1}H${lane}V${y2}H${edge + 6}"/>` +
      `<text class="count" transform="translate(${lane + 4} ${(y1 + y2) / 2}) rotate(90)" text-anchor="middle">${count}</text>`
    );
  });
const boxes = [...places].map(
  ([room, { x, y: top }]) =>
    `<rect class="room" x="${x}" y="${top}" width="${BOX.width}" height="${BOX.height}" rx="4"/>` +
    `<text class="room-name" x="${x + 10}" y="${top + 18}">${room.split('/').at(-1)}</text>` +
    `<text class="note" x="${x + 10}" y="${top + 33}">${rooms.get(room)} ${rooms.get(room) === 1 ? 'file' : 'files'}</text>`,
);

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y - 20}" role="img" aria-label="The rooms of Guichet and their imports">
<style>
text{font-family:system-ui,sans-serif;fill:#16211c}
.floor{fill:#faf8f3;stroke:#ddd8cc}
.floor-name{font-size:16px;font-weight:650}
.room{fill:#fff;stroke:#0b4f3c}
.room-name{font-size:12.5px;font-weight:600}
.note{font-size:11px;fill:#5b645f}
.link{fill:none;stroke:#0b4f3c;stroke-width:1.2}
.count{font-size:10px;fill:#5b645f}
</style>
<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#0b4f3c"/></marker></defs>
<rect width="100%" height="100%" fill="#f4f1e9"/>
${parts.join('\n')}
${curves.join('\n')}
${boxes.join('\n')}
</svg>
`;
writeFileSync(join(root, 'docs', 'rooms.svg'), svg);
console.log(`docs/rooms.svg: ${rooms.size} rooms, ${links.size} kinds of imports.`);
