import { type ApiProblem, problemWords } from '../api/problem.ts';
import type { CatalogueKey } from '../i18n/keys.ts';
import { useWords } from '../i18n/t.ts';
import { toast } from '../ui/toasts.ts';

/**
 * What an administrator is told after an action. A refusal is told in the server's words, everything else in the sentence that the
 * specification fixes for the situation (section 8), under the title « Erreur ».
 */
export function useAnnounce(): {
  done: (title: CatalogueKey, description?: string) => void;
  failed: (problem: ApiProblem, fallback: CatalogueKey) => void;
} {
  const { t, tKey } = useWords();
  return {
    done: (title, description) => toast({ title: t(title), description }),
    failed: (problem, fallback) =>
      toast({
        tone: 'destructive',
        title: t('admin.error'),
        description: problem.isFinal ? problemWords(problem, tKey).detail : t(fallback),
      }),
  };
}
