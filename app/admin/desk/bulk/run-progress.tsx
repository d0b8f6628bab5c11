import { api } from '../../../api/client.ts';
import type { ApiProblem } from '../../../api/problem.ts';
import { refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../announce.ts';

export type Run = Awaited<ReturnType<typeof api.bulk.show>>['run'];

/** Progress of a run, and « Arrêter », or « Reprendre » once it is stopped. */
export function RunProgress({ run }: { run: Run }) {
  const { t } = useWords();
  const { count } = useFormats();
  const { failed } = useAnnounce();
  const handlers = {
    onSuccess: () => void refresh(['bulk']),
    onProblem: (problem: ApiProblem) => failed(problem, 'admin.updateFailed'),
  };
  const stop = useSubmission(api.bulk.stop, handlers);
  const resume = useSubmission(api.bulk.resume, handlers);
  const done = run.total - (run.counts.waiting ?? 0);
  return (
    <div className="bulk-progress">
      <p role="status" className="tabular">
        {t('admin-desk.bulk.progress', { done: count(done), total: count(run.total) })}
        {run.state === 'stopped' ? ` · ${t('admin-desk.bulk.stopped')}` : null}
      </p>
      <progress value={done} max={run.total} aria-label={t('admin-desk.bulk.progressLabel')} />
      <div>
        {run.state === 'running' ? (
          <Button size="dense" loading={stop.isSending} onClick={() => stop.send({ id: run.id })}>
            {t('admin-desk.bulk.stop')}
          </Button>
        ) : (
          <Button size="dense" loading={resume.isSending} onClick={() => resume.send({ id: run.id })}>
            {t('admin-desk.bulk.resume')}
          </Button>
        )}
      </div>
    </div>
  );
}
