import { FileFault, type FileFaultCode } from '#domain/statements/file-fault.ts';
import { createMessageReader } from '#domain/statements/message-reader.ts';
import type {
  MessageSink,
  ReadEntry,
  ReadHeader,
  ReadReport,
  ReadStatement,
} from '#domain/statements/read-message.ts';
import { parseXml } from './xml-events.ts';

/** A file that was read, whole. */
export interface WholeFile extends ReadHeader {
  readonly outcome: 'read';
  readonly code: null;
  readonly statements?: readonly (ReadStatement & { readonly entries: readonly ReadEntry[] })[];
  readonly report?: ReadReport;
}

/** A file that is refused. */
export interface RefusedFile {
  readonly outcome: 'refused';
  readonly code: FileFaultCode;
}

/**
 * Reads a file of a bank into memory: statements with their entries, or the report of a pain.002. The import reads the same way without
 * keeping what it read (`import-bank-file.ts`).
 * @param versions the names of the messages that are read (`file.versions` of the dated data).
 */
export async function readWholeFile(
  content: AsyncIterable<Uint8Array>,
  versions: readonly string[],
): Promise<WholeFile | RefusedFile> {
  const read: {
    header?: ReadHeader;
    report?: ReadReport;
    entries: ReadEntry[];
    statements: NonNullable<WholeFile['statements']>[number][];
  } = { entries: [], statements: [] };
  const sink: MessageSink = {
    header: (header) => {
      read.header = header;
    },
    statementBegins: () => {
      read.entries = [];
    },
    entry: (entry) => void read.entries.push(entry),
    statement: (statement) => void read.statements.push({ ...statement, entries: read.entries }),
    report: (report) => {
      read.report = report;
    },
  };
  try {
    await parseXml(content, createMessageReader(sink, versions));
  } catch (error) {
    if (error instanceof FileFault) return { outcome: 'refused', code: error.code };
    throw error;
  }
  if (!read.header) throw new Error('a file was read without its header');
  const { report, statements } = read;
  return { ...read.header, outcome: 'read', code: null, ...(report ? { report } : { statements }) };
}
