import ShieldCheck from 'lucide-react/icons/shield-check';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

type Step = Awaited<ReturnType<typeof api.audit.verification>>;

interface Progress {
  readonly isRunning: boolean;
  readonly checked: number;
  readonly head: Step['head'] | null;
  readonly faults: Step['faults'];
  readonly hasFailed: boolean;
}

/** Walks the chain from its first line to its last, a step at a time. */
function useVerification() {
  const [progress, setProgress] = useState<Progress | null>(null);
  // A second press during a verification must not start another.
  const isWalking = useRef(false);

  async function walk(): Promise<void> {
    if (isWalking.current) return;
    isWalking.current = true;
    let state: Progress = { isRunning: true, checked: 0, head: null, faults: [], hasFailed: false };
    setProgress(state);
    try {
      let after: number | null = 0;
      while (after !== null) {
        const step: Step = await api.audit.verification({ after });
        state = {
          ...state,
          checked: state.checked + step.checked,
          head: step.head,
          faults: [...state.faults, ...step.faults],
        };
        after = step.next;
        setProgress(state);
      }
      setProgress({ ...state, isRunning: false });
    } catch {
      setProgress({ ...state, isRunning: false, hasFailed: true });
    } finally {
      isWalking.current = false;
    }
  }
  return { progress, walk };
}

/** How far the verification is, and what it found. */
function Outcome({ progress, isOver }: { progress: Progress | null; isOver: boolean }) {
  const t = useT();
  return (
    <div role="status" className="stack" data-gap="2">
      {progress?.isRunning ? (
        <p className="tabular">
          {t('admin-audit.verify.running', {
            checked: progress.checked,
            total: progress.head?.number ?? '…',
          })}
        </p>
      ) : null}
      {progress?.hasFailed ? (
        <StatusBadge kind="attention">{t('admin-audit.verify.failed')}</StatusBadge>
      ) : null}
      {isOver && progress?.faults.length === 0 ? (
        <p>
          <StatusBadge kind="done">{t('admin-audit.verify.holds', { total: progress.checked })}</StatusBadge>
        </p>
      ) : null}
      {isOver && progress && progress.faults.length > 0 ? (
        <>
          <p>
            <StatusBadge kind="refused">{t('admin-audit.verify.broken')}</StatusBadge>
          </p>
          <ul className="plain-points">
            {progress.faults.map(({ number, fault }) => (
              <li key={`${fault} ${number}`}>{t(`admin-audit.faults.${fault}`, { number })}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

/** Verifies the whole chain step by step with visible progress, and reports missing or changed lines. */
export function AuditVerification() {
  const t = useT();
  const { progress, walk } = useVerification();
  const isOver = progress !== null && !progress.isRunning && !progress.hasFailed;
  return (
    <Card
      title={t('admin-audit.verify.title')}
      actions={
        <Button
          size="dense"
          icon={<ShieldCheck aria-hidden="true" />}
          loading={progress?.isRunning}
          onClick={() => void walk()}
        >
          {t('admin-audit.verify.start')}
        </Button>
      }
    >
      <div className="stack" data-gap="2">
        <p className="cell-note">{t('admin-audit.verify.text')}</p>
        <Outcome progress={progress} isOver={isOver} />
        {isOver && progress.head ? (
          <div>
            <p>{t('admin-audit.verify.head')}</p>
            <span className="hash-line">
              <code className="hash">{progress.head.hash}</code>
              <CopyButton
                size="dense"
                tone="quiet"
                text={progress.head.hash}
                label={t('admin-audit.copyHash')}
                copiedLabel={t('admin-audit.copied')}
              />
            </span>
            <p className="cell-note">{t('admin-audit.verify.headHint')}</p>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
