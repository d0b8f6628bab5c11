import { type ApiProblem, problemWords } from '../api/problem.ts';
import { useWords } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';

/**
 * Reports a failed call, under the title « Erreur » unless the situation has another. A refusal is shown in the server's words; anything else in
 * the situation's fixed sentence (docs/rules.md, Messages), which may include the server's words as its `reason`. Without an answer, the
 * connection's sentence says whether anything was sent; of a fault of the page nobody knows it.
 */
export function useProblemToast(): (
  problem: ApiProblem,
  words?: { readonly title?: string; readonly situation?: (reason: string) => string },
) => void {
  const { t, tKey } = useWords();
  return (problem, { title, situation } = {}) => {
    if (problem.isShown || problem.isOffered) return;
    const words = problemWords(problem, tKey);
    if (['offline', 'unanswered', 'page-fault'].includes(problem.code)) {
      toast({ tone: 'destructive', title: words.title, description: words.detail });
      return;
    }
    const reason = words.detail || t('common.failure.unknown');
    const description = problem.isFinal || !situation ? reason : situation(reason);
    toast({ tone: 'destructive', title: title ?? t('common.failure.title'), description });
  };
}
