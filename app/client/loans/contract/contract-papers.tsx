import { useMutation } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import FileText from 'lucide-react/icons/file-text';
import { download } from '../../../api/download.ts';
import { asProblem } from '../../../api/problem.ts';
import { refresh } from '../../../api/queries.ts';
import { useProblemToast } from '../../../form/problem-toast.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import type { ContractReading } from './contract-reading.ts';

type Paper = ContractReading['papers'][number];

function PaperLine({ loanId, paper }: { loanId: string; paper: Paper }) {
  const t = useT();
  const showProblem = useProblemToast();
  const { day } = useFormats();
  const kind = t(`client-loans.contract.papers.${paper.kind}`);
  // A loan may have several amendments, each of its day (LC-87).
  const title = paper.kind === 'amendment' ? `${kind}, ${day(paper.madeAt)}` : kind;
  const fetching = useMutation({
    mutationFn: () => download(`/api/loans/${loanId}/papers/${paper.id}`),
    onSuccess: () => void refresh(['loans']),
    onError: (error) => showProblem(asProblem(error), { situation: () => t('client.downloadFailed') }),
  });
  return (
    <li className="contract-paper">
      <span className="contract-paper-title">
        <FileText aria-hidden="true" />
        {title}
      </span>
      {paper.openedAt ? (
        <span className="contract-paper-opened">
          <Check aria-hidden="true" />
          {t('client-loans.contract.opened')}
        </span>
      ) : null}
      <Button
        size="dense"
        aria-label={t('client-loans.contract.openOf', { title })}
        loading={fetching.isPending}
        loadingText={t('client.preparing')}
        onClick={() => fetching.mutate()}
      >
        {t('client-loans.contract.open')}
      </Button>
    </li>
  );
}

/** The papers of a contract, each to be downloaded; whether it was is told beside it (LC-42). */
export function ContractPapers({ loanId, papers }: { loanId: string; papers: readonly Paper[] }) {
  const t = useT();
  if (papers.length === 0) return null;
  return (
    <section className="stack" data-gap="2">
      <h3>{t('client-loans.contract.papersTitle')}</h3>
      <ul className="contract-papers">
        {papers.map((paper) => (
          <PaperLine key={paper.id} loanId={loanId} paper={paper} />
        ))}
      </ul>
    </section>
  );
}
