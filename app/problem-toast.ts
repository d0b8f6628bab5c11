import { type ApiProblem, problemWords } from './api/problem.ts';
import { useWords } from './i18n/t.ts';
import { toast } from './ui/toasts.ts';

/**
 * Says that a call failed: the title « Erreur » unless the specification has another, then the server's own sentence, or `fallback` where
 * it gave none.
 */
export function useProblemToast(): (
  problem: ApiProblem,
  words?: { readonly title?: string; readonly fallback?: string },
) => void {
  const { t, tKey } = useWords();
  return (problem, { title, fallback } = {}) => {
    const { detail } = problemWords(problem, tKey);
    const description = detail || fallback || t('common.failure.unknown');
    toast({ tone: 'destructive', title: title ?? t('common.failure.title'), description });
  };
}
