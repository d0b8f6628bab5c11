import type * as z from 'zod/mini';
import type { bankFile, bankStatement } from '#contract/bank-files.ts';
import type { statementLine } from '#contract/statements.ts';
import type { BankFileRow } from './file-queries.ts';
import type { LineRow, StatementRow } from './statement-queries.ts';

/** A statement as the API answers it. */
export function presentStatement(row: StatementRow): z.infer<typeof bankStatement> {
  const { id, kind, account, currency, statementId, page, day, bookedCount, otherCount, state, code } = row;
  return {
    id,
    fileId: row.bankFileId,
    kind,
    account,
    currency,
    statementId,
    sequence: row.sequence || null,
    page,
    openingMinor: row.opening,
    closingMinor: row.closing,
    day,
    bookedCount,
    creditSumMinor: row.creditSum,
    debitSumMinor: row.debitSum,
    otherCount,
    state,
    code,
    differenceMinor: row.difference,
    relatedId: row.relatedId,
    receivedAt: row.receivedAt.toISOString(),
  };
}

/** A file as the API answers it. */
export function presentBankFile(
  { file, sender }: { readonly file: BankFileRow; readonly sender: string | null },
  statements: readonly StatementRow[],
): z.infer<typeof bankFile> {
  const { id, name, source, sizeBytes, sha256, state, code, detail, kind, version, messageId, answer } = file;
  return {
    id,
    name,
    source,
    sender,
    receivedAt: file.receivedAt.toISOString(),
    sizeBytes,
    sha256,
    state,
    code,
    detail,
    kind,
    version,
    messageId,
    readBytes: file.readBytes,
    entryCount: file.entryCount,
    answer: answer && { ...answer, unknown: [...answer.unknown] },
    statements: statements.filter(({ bankFileId }) => bankFileId === id).map(presentStatement),
  };
}

/** What makes two lines of two statements the same fact. */
const factOf = ({ entryKey, detail, amount, counterpartyName, remittance }: LineRow): string =>
  JSON.stringify([entryKey, detail, amount, counterpartyName, remittance]);

/** The lines of a statement, each with whether the one beside it has it too. */
export function presentLines(
  lines: readonly LineRow[],
  beside: readonly LineRow[] | null,
): z.infer<typeof statementLine>[] {
  const facts = new Set(beside?.map(factOf));
  return lines.map((line) => {
    const { amount, charges, statementId: _, entryKey: __, detail: ___, account: ____, ...rest } = line;
    return {
      ...rest,
      amountMinor: amount,
      chargesMinor: charges,
      isInBoth: beside === null || facts.has(factOf(line)),
    };
  });
}
