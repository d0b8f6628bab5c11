/** Why a file of a bank is refused whole (PAY-17, PAY-18). */
export const FILE_FAULTS = [
  'file.kind',
  'file.version',
  'file.encoding',
  'file.dtd',
  'file.malformed',
  'file.amount',
  'file.empty',
  'file.too-large',
  'file.too-deep',
  'file.unknown-batch',
] as const;
export type FileFaultCode = (typeof FILE_FAULTS)[number];

/** Thrown while a file is read: nothing of the file takes effect. */
export class FileFault extends Error {
  readonly code: FileFaultCode;

  /** @param detail what was found, for the log and the staff: never more than a few words of the file. */
  constructor(code: FileFaultCode, detail = '') {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'FileFault';
    this.code = code;
  }
}
