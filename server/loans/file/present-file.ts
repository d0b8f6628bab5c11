import type * as z from 'zod/mini';
import type { clientLoanFile, reviewedLoanFile, sheetVersion } from '#contract/loan-file.ts';
import { kindsReadBy, neededKinds } from '#domain/loans/documents.ts';
import { ficpServesUntil } from '#domain/loans/ficp.ts';
import { SHEET_VALID_DAYS } from '#domain/loans/file-guards.ts';
import { figuresOf, type KnownLoan } from '#domain/loans/solvency.ts';
import type { Permission } from '#domain/operations.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import type { RequestRow } from '../queries.ts';
import type { AskedKind, ConsultationRow, decisionsOf, SheetRow } from './file-queries.ts';
import { missingFor, type WholeFile } from './loan-file.ts';

export function presentSheet(row: SheetRow): z.infer<typeof sheetVersion> {
  return {
    version: row.version,
    content: row.content,
    knownLoans: [...row.knownLoans],
    sha256: row.sha256,
    savedAt: row.savedAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  };
}

/** What the client's own role may read of their file. */
export interface OwnFile {
  readonly request: RequestRow;
  readonly sheets: readonly SheetRow[];
  readonly asked: readonly AskedKind[];
  readonly knownLoans: readonly KnownLoan[];
  readonly consultedAt: Date | null;
  /** The request's amount and the threshold of D312-7, in euro cents. */
  readonly amountEurMinor: number;
  readonly documentsAboveEurMinor: number;
}

/** The file as its client sees it. */
export function presentOwnFile(own: OwnFile): z.infer<typeof clientLoanFile> {
  const [last] = own.sheets;
  const confirmed = own.sheets.find(({ confirmedAt }) => confirmedAt !== null);
  return {
    sheet: last ? presentSheet(last) : null,
    confirmed: confirmed?.confirmedAt
      ? {
          version: confirmed.version,
          confirmedAt: confirmed.confirmedAt.toISOString(),
          validUntil: addDays(legalDay(confirmed.confirmedAt), SHEET_VALID_DAYS),
        }
      : null,
    knownLoans: [...own.knownLoans],
    neededKinds: [...neededKinds(own.amountEurMinor, own.documentsAboveEurMinor)],
    missingKinds: own.asked.filter(({ isMissing }) => isMissing).map(({ kind }) => kind),
    figures: confirmed ? figuresOf(confirmed.content, confirmed.knownLoans, own.request.instalment) : null,
    ficpConsultedOn: own.consultedAt ? legalDay(own.consultedAt) : null,
  };
}

/** A consultation, without what it said for others than the agents of the file (LC-21). */
export function presentConsultation(
  row: ConsultationRow,
  {
    personId,
    isAgent,
    validDays,
  }: { readonly personId: string; readonly isAgent: boolean; readonly validDays: number },
) {
  return {
    id: row.id,
    consultedAt: row.consultedAt.toISOString(),
    agent: row.agent,
    isOwn: row.agentId === personId,
    provider: row.provider,
    validUntil: ficpServesUntil(legalDay(row.consultedAt), validDays),
    legalBasis: row.legalBasis,
    searchKey: isAgent ? row.searchKey : null,
    reference: isAgent ? row.reference : null,
    outcome: isAgent ? row.outcome : null,
    proof: row.proofName && row.proofSha256 ? { name: row.proofName, sha256: row.proofSha256 } : null,
  };
}

/** The file as a member of the staff sees it. */
export function presentReviewedFile(
  whole: WholeFile,
  about: {
    readonly request: RequestRow;
    readonly asked: readonly AskedKind[];
    readonly decisions: Awaited<ReturnType<typeof decisionsOf>>;
    readonly personId: string;
    readonly isAgent: boolean;
    readonly permissions: readonly Permission[];
  },
): z.infer<typeof reviewedLoanFile> {
  const { file, figures, policy, consultations } = whole;
  const { isAgent, permissions } = about;
  const kinds = kindsReadBy(permissions);
  return {
    sheets: whole.sheets
      .filter(({ confirmedAt }) => confirmedAt !== null)
      .map((row) => ({
        ...presentSheet(row),
        figures: figuresOf(row.content, row.knownLoans, about.request.instalment),
      })),
    judged: figures && { ...figures, excesses: [...figures.excesses] },
    policy: { debtRatioBps: policy.debtRatioBps },
    neededKinds: [...neededKinds(file.amountEurMinor, file.documentsAboveEurMinor)],
    askedKinds: about.asked
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ askedAt, ...asked }) => ({ ...asked, askedAt: askedAt.toISOString() })),
    consultations: consultations.map((row) =>
      presentConsultation(row, { personId: about.personId, isAgent, validDays: whole.ficpValidDays }),
    ),
    isAgent,
    missing: missingFor(file, { isAgent, permissions }),
    decisions: about.decisions.map((row) => ({
      event: row.event,
      by: row.by,
      at: row.decidedAt.toISOString(),
      sheetVersion: row.sheetVersion,
      isFicpConsulted: row.ficpConsultationId !== null,
      debtRatioBps: row.debtRatioBps,
      restToLiveMinor: row.restToLive,
      policyReason: row.policyReason,
      // That there is such a reason says that the borrower is listed.
      ficpReason: isAgent ? row.ficpReason : null,
    })),
  };
}
