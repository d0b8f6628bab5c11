import { useOutcome } from '../../api/outcome.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import type { CatalogueKey } from '../../i18n/keys.ts';
import { useT } from '../../i18n/t.ts';
import { toast } from '../../ui/toasts.ts';

/** Reports the result of an action: what was done, or the failure sentence of its situation. */
export function useAnnounce(): {
  done: (title: CatalogueKey, description?: string) => void;
  failed: (problem: ApiProblem, situation: CatalogueKey) => void;
} {
  const t = useT();
  const showProblem = useProblemToast();
  const asOutcome = useOutcome();
  return {
    done: (title, description) => asOutcome(null, () => toast({ title: t(title), description })),
    failed: (problem, situation) =>
      asOutcome(null, () => showProblem(problem, { situation: (reason) => t(situation, { reason }) })),
  };
}
