export function roomOf(file: string): string | null;
export function importsOfRooms(
  imports: Iterable<readonly [source: string, target: string]>,
): Map<string, Set<string>>;
export function circlesOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): string[];
