import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { acceptableFileName } from '#domain/files/file-name.ts';
import { LOAN_DOCUMENT } from '#domain/loans/documents.ts';
import { isOpenLoan, propertiesOf } from '#domain/loans/phases.ts';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Submission } from '../../api/submission-key.ts';
import { upload } from '../../api/upload.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { SheetContent } from '../../office/sheet-content.tsx';
import { Disclosure } from '../../ui/accordion.tsx';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { ReadFailed } from '../desk/read-failed.tsx';
import { AskDocumentsDialog, ConsultFicpDialog, OpenFicpDialog } from './file-dialogs.tsx';
import { Decisions, Figures, type ReviewedFile } from './loan-file-basis.tsx';
import type { ReviewedLoan } from './loan-words.ts';
import { MissingGuards, useLoanFile } from './missing-guards.tsx';

type Consultation = ReviewedFile['consultations'][number];

/** Keeps the proof of one's own consultation, and opens one. */
function Proof({
  loanId,
  consultation,
  isAgent,
}: {
  loanId: string;
  consultation: Consultation;
  isAgent: boolean;
}) {
  const t = useT();
  const may = useMay();
  const { done, failed } = useAnnounce();
  const field = useRef<HTMLInputElement>(null);
  const submission = useRef(new Submission());
  const path = `/api/admin/loans/${loanId}/ficp-consultations/${consultation.id}/proof`;
  const adding = useMutation({
    mutationFn: (file: File) =>
      upload(path, file, acceptableFileName(file.name), {
        idempotencyKey: submission.current.keyFor(`${file.name} ${file.size} ${file.lastModified}`),
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }),
    onSuccess: () => {
      submission.current.settled();
      void refresh(['loans']);
      done('admin-loans.file.proofAdded');
    },
    onError: (error) => failed(asProblem(error), 'admin-loans.file.proofFailed'),
  });
  const opening = useMutation({
    mutationFn: () => download(path),
    onError: (error) => failed(asProblem(error), 'admin-loans.files.openFailed'),
  });
  if (consultation.proof)
    return isAgent && may('loanFile.openFicpProof') ? (
      <Button size="dense" loading={opening.isPending} onClick={() => opening.mutate()}>
        {t('admin-loans.file.openProof')}
      </Button>
    ) : null;
  if (!consultation.isOwn || !may('loanFile.keepFicpProof')) return null;
  return (
    <>
      <input
        ref={field}
        type="file"
        name="proof"
        accept={LOAN_DOCUMENT.types.join()}
        hidden
        tabIndex={-1}
        aria-label={t('admin-loans.file.addProof')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) adding.mutate(file);
        }}
      />
      <Button size="dense" loading={adding.isPending} onClick={() => field.current?.click()}>
        {t('admin-loans.file.addProof')}
      </Button>
    </>
  );
}

/** The consultations of the FICP: that they were made, and what they said for the agents of the file (LC-21). */
function Ficp({ loan, file }: { loan: ReviewedLoan; file: ReviewedFile }) {
  const t = useT();
  const { day } = useFormats();
  const may = useMay();
  const [isConsulting, setConsulting] = useState(false);
  const [isOpening, setOpening] = useState(false);
  // Opened for this look alone: the next one asks for a reason again.
  const [opened, setOpened] = useState<readonly Consultation[]>([]);
  const consultations = file.consultations.map((one) => opened.find(({ id }) => id === one.id) ?? one);
  const isReserved = consultations.some(({ outcome }) => outcome === null);
  const { stage } = propertiesOf(loan.phase);
  const isWorkable = stage === 'request' || stage === 'contract';
  return (
    <>
      {consultations.length === 0 ? <p className="cell-note">{t('admin-loans.file.ficpNone')}</p> : null}
      {consultations.map((one) => (
        <div key={one.id} className="stack">
          <p>
            {t('admin-loans.file.consultation', {
              date: day(one.consultedAt),
              name: one.agent ?? t('admin.someone'),
              until: day(one.validUntil),
            })}
            {one.provider === 'simulated' ? ` – ${t('admin-loans.file.simulated')}` : null}
          </p>
          {one.outcome ? (
            <DefinitionList
              look="ledger"
              items={[
                {
                  term: t('admin-loans.file.ficpOutcome'),
                  value: t(`admin-loans.file.outcomes.${one.outcome}`),
                  strong: true,
                },
                { term: t('admin-loans.file.basis'), value: one.legalBasis },
                { term: t('admin-loans.file.searchKey'), value: one.searchKey },
                { term: t('admin-loans.file.reference'), value: one.reference },
              ]}
            />
          ) : (
            <p className="cell-note">{t('admin-loans.file.forAgents')}</p>
          )}
          <div>
            <Proof loanId={loan.id} consultation={one} isAgent={file.isAgent} />
          </div>
        </div>
      ))}
      {isWorkable && may('loanFile.consultFicp') ? (
        <div>
          <Button size="dense" onClick={() => setConsulting(true)}>
            {t('admin-loans.file.consult')}
          </Button>
        </div>
      ) : null}
      {isReserved && may('loanFile.openFicpOutcome') && may('fields.ficpOutcome') ? (
        <div>
          <Button size="dense" onClick={() => setOpening(true)}>
            {t('admin-loans.file.openOutcome')}
          </Button>
        </div>
      ) : null}
      {isOpening ? (
        <OpenFicpDialog loanId={loan.id} onOpened={setOpened} onClose={() => setOpening(false)} />
      ) : null}
      {isConsulting ? <ConsultFicpDialog loanId={loan.id} onClose={() => setConsulting(false)} /> : null}
    </>
  );
}

/** What was asked for and what is still missing, and the way to ask. */
function Asked({ loan, file }: { loan: ReviewedLoan; file: ReviewedFile }) {
  const t = useT();
  const { day } = useFormats();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const missing = file.neededKinds.filter((kind) =>
    file.missing.includes(kind === 'identity' ? 'identity' : `document-${kind}`),
  );
  return (
    <>
      {file.askedKinds.length > 0 ? (
        <DefinitionList
          look="ledger"
          items={file.askedKinds.map(({ kind, askedAt, isMissing }) => ({
            key: kind,
            term: t('admin-loans.file.askedOn', { kind: t(`loan-file.kinds.${kind}`), date: day(askedAt) }),
            value: t(isMissing ? 'admin-loans.file.still' : 'admin-loans.file.given'),
          }))}
        />
      ) : null}
      {isOpenLoan(loan.phase) && may('loanFile.askDocuments') ? (
        <div>
          <Button size="dense" onClick={() => setAsking(true)}>
            {t('admin-loans.file.ask')}
          </Button>
        </div>
      ) : null}
      {isAsking ? <AskDocumentsDialog loan={loan} wanted={missing} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

interface FileParts {
  readonly loan: ReviewedLoan;
  readonly file: ReviewedFile;
  /** Whether the house decides the request: an intermediary makes no offer and consults no FICP (LC-6). */
  readonly isDecidedHere: boolean;
}

/** What comes before the documents: the figures with the versions of the sheet, and what is missing. */
function FileFigures({ loan, file, isDecidedHere }: FileParts) {
  const t = useT();
  const { day } = useFormats();
  return (
    <>
      <section className="desk-panel-part">
        <h3>{t('admin-loans.file.figures')}</h3>
        <Figures loan={loan} file={file} />
        {file.sheets.map((sheet) => (
          <Disclosure
            key={sheet.version}
            title={t('admin-loans.file.version', {
              version: sheet.version,
              date: day(sheet.confirmedAt ?? sheet.savedAt),
            })}
          >
            <SheetContent sheet={sheet} currency={loan.currency} headingLevel="h4" />
            <p className="cell-note file-hash">
              {t('admin-loans.file.hash')} {sheet.sha256}
            </p>
          </Disclosure>
        ))}
      </section>
      <section className="desk-panel-part">
        <h3>{t('admin-loans.file.title')}</h3>
        {isDecidedHere && isOpenLoan(loan.phase) ? <MissingGuards missing={file.missing} /> : null}
        <Asked loan={loan} file={file} />
      </section>
    </>
  );
}

/** What comes after the documents: the consultations of the FICP, and the decisions. */
function FileDecisions({ loan, file, isDecidedHere }: FileParts) {
  const t = useT();
  return (
    <>
      {isDecidedHere || file.consultations.length > 0 ? (
        <section className="desk-panel-part">
          <h3>{t('admin-loans.file.ficp')}</h3>
          <Ficp loan={loan} file={file} />
        </section>
      ) : null}
      {file.decisions.length > 0 ? <Decisions loan={loan} decisions={file.decisions} /> : null}
    </>
  );
}

/**
 * The part « Dossier » of a loan, in the order of Q-40: figures against the policy with the versions of the sheet, documents, FICP, decisions. The
 * documents keep their place when the rest has loaded: a dialog opened on one of them stays open.
 */
export function LoanFilePart({
  loan,
  documents,
  isDecidedHere,
}: Omit<FileParts, 'file'> & { readonly documents: ReactNode }) {
  const t = useT();
  const read = useLoanFile(loan.id);
  const { data } = read;
  const parts = data ? { loan, file: data.file, isDecidedHere } : null;
  const waiting = read.isError ? (
    <ReadFailed read={read} />
  ) : (
    <SkeletonList label={t('common.loading')} rows={4} />
  );
  return (
    <>
      {parts ? <FileFigures {...parts} /> : waiting}
      {documents}
      {parts ? <FileDecisions {...parts} /> : null}
    </>
  );
}
