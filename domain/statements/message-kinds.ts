import { MESSAGE_NAME } from '../parameters/message-name.ts';

/** The messages of ISO 20022 that a bank's files may hold (PAY-17). */
export const MESSAGE_KINDS = ['camt.053', 'camt.054', 'pain.002'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A message by its namespace, or why a file with that namespace is refused. */
export type MessageName =
  | { readonly kind: MessageKind; readonly version: string }
  | { readonly refusal: 'file.kind' | 'file.version' };

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/**
 * What a file holds, by the namespace of its root. Without a namespace, and for any other message (camt.052 is a picture within the day, no
 * statement), it is `file.kind`; a version that is not read is `file.version`.
 * @param versions the names of the messages that are read: another version whose elements are the same is one entry more.
 */
export function messageNamed(namespace: string, versions: readonly string[]): MessageName {
  const name = namespace.startsWith(NAMESPACE) ? namespace.slice(NAMESPACE.length) : '';
  const [, kind, version = ''] = MESSAGE_NAME.exec(name) ?? [];
  if (!kind) return { refusal: 'file.kind' };
  return versions.includes(name) ? { kind: kind as MessageKind, version } : { refusal: 'file.version' };
}
