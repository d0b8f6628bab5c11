import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { inLanguage } from '../../api/document-path.ts';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useWords } from '../../i18n/t.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';

/** Downloads a document of the account; a refusal is shown in its own words. */
export function DownloadButton({
  path,
  isTranslated = false,
  label,
  size = 'dense',
  children,
}: {
  path: string;
  /** Whether the document comes in the language of the screen; the others are French. */
  isTranslated?: boolean;
  /** Screen reader label where the visible words do not name the document. */
  label?: string;
  size?: ButtonSize;
  children: ReactNode;
}) {
  const { t, language } = useWords();
  const address = isTranslated ? inLanguage(path, language) : path;
  const showProblem = useProblemToast();
  const fetching = useMutation({
    mutationFn: () => download(address),
    onError: (error) => showProblem(asProblem(error), { situation: () => t('client.downloadFailed') }),
  });
  return (
    <Button
      size={size}
      icon={<Download aria-hidden="true" />}
      aria-label={label}
      loading={fetching.isPending}
      loadingText={t('client.preparing')}
      onClick={() => fetching.mutate()}
    >
      {children}
    </Button>
  );
}
