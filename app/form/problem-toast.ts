import { type ApiProblem, problemWords } from '../api/problem.ts';
import { useWords } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';

/**
 * Says that a call failed, under the title « Erreur » unless the situation has another. A refusal is told in the server's words; everything
 * else in the sentence fixed for the situation (docs/rules.md, Messages), which may carry the server's words as its `reason`.
 * Where no answer came, what matters is whether anything was sent: only the words of the connection say that.
 */
export function useProblemToast(): (
  problem: ApiProblem,
  words?: { readonly title?: string; readonly situation?: (reason: string) => string },
) => void {
  const { t, tKey } = useWords();
  return (problem, { title, situation } = {}) => {
    if (problem.isShown) return;
    const words = problemWords(problem, tKey);
    if (problem.code === 'offline' || problem.code === 'unanswered') {
      toast({ tone: 'destructive', title: words.title, description: words.detail });
      return;
    }
    const reason = words.detail || t('common.failure.unknown');
    const description = problem.isFinal || !situation ? reason : situation(reason);
    toast({ tone: 'destructive', title: title ?? t('common.failure.title'), description });
  };
}
