/**
 * The messages of ISO 20022 that a bank's files may hold, with the versions that are read (PAY-17): the list is data, so that another version
 * whose elements are the same is one entry more.
 */
export const READ_VERSIONS = {
  'camt.053': ['02', '03', '04', '06', '08'],
  'camt.054': ['02', '03', '04', '06', '08'],
  'pain.002': ['03', '10', '12'],
} as const;

export type MessageKind = keyof typeof READ_VERSIONS;
export const MESSAGE_KINDS = Object.keys(READ_VERSIONS) as [MessageKind, ...MessageKind[]];

/** A message by its namespace, or why a file with that namespace is refused. */
export type MessageName =
  | { readonly kind: MessageKind; readonly version: string }
  | { readonly refusal: 'file.kind' | 'file.version' };

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3})\.001\.(\d{2})$/;

/**
 * What a file holds, by the namespace of its root. Without a namespace, and for any other message (camt.052 is a picture within the day, no
 * statement), it is `file.kind`; a version outside the list is `file.version`.
 */
export function messageNamed(namespace: string): MessageName {
  const [, kind = '', version = ''] = NAMESPACE.exec(namespace) ?? [];
  if (!Object.hasOwn(READ_VERSIONS, kind)) return { refusal: 'file.kind' };
  const versions: readonly string[] = READ_VERSIONS[kind as MessageKind];
  return versions.includes(version) ? { kind: kind as MessageKind, version } : { refusal: 'file.version' };
}
