interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly [field: string]: unknown;
}
export interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockEntry>>;
}
export type Manifest = Readonly<Record<string, unknown>>;
export function faultsOfPackages(manifest: Manifest, lock: Lock): string[];
export function billOfMaterials(
  manifest: Manifest,
  lock: Lock,
): {
  readonly components: readonly {
    readonly purl: string;
    readonly hashes: readonly { readonly content: string }[];
  }[];
};
export const SECRET_PATTERNS: Readonly<Record<string, RegExp>>;
export function secretsIn(text: string): { readonly line: number; readonly what: string }[];
