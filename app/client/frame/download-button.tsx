import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useT } from '../../i18n/t.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';

/** Downloads a document of the account; a refusal is shown in its own words. */
export function DownloadButton({
  path,
  label,
  size = 'dense',
  children,
}: {
  path: string;
  /** Screen reader label where the visible words do not name the document. */
  label?: string;
  size?: ButtonSize;
  children: ReactNode;
}) {
  const t = useT();
  const showProblem = useProblemToast();
  const fetching = useMutation({
    mutationFn: () => download(path),
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
