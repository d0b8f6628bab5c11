import Download from 'lucide-react/icons/download';
import { useWords } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.ts';

/** Downloads the codes as a text file. */
function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The recovery codes, shown once: to copy, to download, or to write down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useWords();
  return (
    <div className="stack">
      <Notice tone="warning" title={t('security.codes.onceTitle')}>
        {t('security.codes.once')}
      </Notice>
      <ul className="recovery-codes tabular" aria-label={t('security.codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="cluster">
        <CopyButton
          size="dense"
          text={codes.join('\n')}
          label={t('security.codes.copy')}
          copiedLabel={t('security.codes.copied')}
          onFail={() => toast({ tone: 'warning', title: t('security.codes.copyFailed') })}
        />
        <Button
          size="dense"
          icon={<Download aria-hidden="true" />}
          onClick={() => save(`${codes.join('\r\n')}\r\n`, t('security.codes.fileName'))}
        >
          {t('security.codes.download')}
        </Button>
      </div>
    </div>
  );
}
