import Download from 'lucide-react/icons/download';
import { saveFile } from '../api/download.ts';
import { useWords } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.ts';

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
          onClick={() => {
            const text = `${codes.join('\r\n')}\r\n`;
            saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('security.codes.fileName'));
          }}
        >
          {t('security.codes.download')}
        </Button>
      </div>
    </div>
  );
}
