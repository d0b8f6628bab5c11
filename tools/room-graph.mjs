/** The rooms of the tree and what each imports of the others, for the drawing and for the test that no circle is among them. */

const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith('server/testing/');

/**
 * The room of a file: its folder inside the floor. A file beside the folders is a room of its own, since those of `server` stand at both
 * ends: `ids.ts` below every room, `main.ts` above. Null for a test.
 */
export function roomOf(file) {
  if (isTest(file)) return null;
  const [floor, name] = file.split('/');
  return floor === 'contract' || floor === 'locales' ? floor : `${floor}/${name}`;
}

/**
 * @param imports pairs of files, the importing one first.
 * @returns for each room those that it imports.
 */
export function importsOfRooms(imports) {
  const rooms = new Map();
  for (const [source, target] of imports) {
    const from = roomOf(source);
    const to = roomOf(target);
    if (!from || !to || from === to) continue;
    rooms.set(from, (rooms.get(from) ?? new Set()).add(to));
  }
  return rooms;
}

/** The shortest way from each room back to itself; empty when no room imports another in a circle. */
export function circlesOf(rooms) {
  const wayBack = (start) => {
    const queue = [...(rooms.get(start) ?? [])].map((room) => [start, room]);
    const seen = new Set();
    for (const way of queue) {
      const last = way.at(-1);
      if (last === start) return way;
      if (seen.has(last)) continue;
      seen.add(last);
      for (const next of rooms.get(last) ?? []) queue.push([...way, next]);
    }
    return null;
  };
  return [...rooms.keys()].flatMap((room) => {
    const way = wayBack(room);
    return way ? [way.join(' → ')] : [];
  });
}
