import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import type { CatalogueKey } from '../../i18n/keys.ts';
import { Button, type ButtonSize, type ButtonTone } from '../../ui/button.tsx';
import { useAnnounce } from './announce.ts';

/** Downloads a document of the API; a refusal is said in the sentence of its situation. */
export function DownloadButton({
  path,
  label,
  situation = 'admin.loadFailed',
  tone,
  size = 'dense',
  className,
  children,
}: {
  path: string;
  /** Screen reader label where the visible words do not name the document. */
  label?: string | undefined;
  situation?: CatalogueKey;
  tone?: ButtonTone;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
}) {
  const { failed } = useAnnounce();
  const fetching = useMutation({
    mutationFn: () => download(path),
    onError: (error) => failed(asProblem(error), situation),
  });
  return (
    <Button
      className={className}
      size={size}
      tone={tone}
      icon={<Download aria-hidden="true" />}
      aria-label={label}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {children}
    </Button>
  );
}
