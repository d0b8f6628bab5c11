import { useEffect, useRef, useState } from 'react';
import { acceptableFileName } from '#domain/files/file-name.ts';
import { BANK_FILE_LIMITS, MAX_BANK_FILES } from '#domain/statements/bank-file-limits.ts';
import { ApiProblem, asProblem, problemWords } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { Submission } from '../../api/submission-key.ts';
import { upload } from '../../api/upload.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { BankFile } from './bank-file-words.ts';

/** What became of a file that was sent: taken for reading, or why not. */
export interface SentFile {
  readonly key: string;
  readonly name: string;
  readonly outcome: 'taken' | 'again' | 'refused';
  /** The sentence of a refusal, or of bytes that were here before. */
  readonly words: string;
}

const problem = (code: 'file.empty' | 'file.too-large') =>
  new ApiProblem({ code, status: 0, title: '', detail: '', params: {} });

/** The limits that the server has too, before anything is sent. @throws ApiProblem */
function check(file: File): void {
  if (file.size === 0) throw problem('file.empty');
  if (file.size > BANK_FILE_LIMITS.maxBytes) throw problem('file.too-large');
}

/** Sends files of a bank one after another. One sent again after a lost answer carries the same key, so that it is imported once. */
export function useBankFileUploads() {
  const { t, tKey } = useWords();
  const { day } = useFormats();
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const [sent, setSent] = useState<readonly SentFile[]>([]);
  const submissions = useRef(new Map<string, Submission>());
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  async function sendOne(file: File, signal: AbortSignal): Promise<Pick<SentFile, 'outcome' | 'words'>> {
    check(file);
    const name = acceptableFileName(file.name);
    const key = `${file.name} ${file.size} ${file.lastModified}`;
    const submission = submissions.current.get(key) ?? new Submission();
    submissions.current.set(key, submission);
    setSending({ name, part: 0 });
    const answer = (await upload('/api/admin/bank-files', file, name, {
      idempotencyKey: submission.keyFor(key),
      onProgress: (part) => setSending({ name, part }),
      signal,
    })) as { file: BankFile; isAgain: boolean };
    submission.settled();
    const { isAgain, file: kept } = answer;
    if (isAgain)
      return { outcome: 'again', words: t('admin-bank-files.again', { date: day(kept.receivedAt) }) };
    if (kept.code) return { outcome: 'refused', words: t(`admin-bank-files.faults.${kept.code}.detail`) };
    return { outcome: 'taken', words: '' };
  }

  async function send(files: readonly File[]): Promise<void> {
    if (stopping.current || files.length === 0) return;
    const controller = new AbortController();
    stopping.current = controller;
    setSent([]);
    for (const [index, file] of files.slice(0, MAX_BANK_FILES).entries()) {
      if (controller.signal.aborted) break;
      const about = { key: `${index} ${file.name}`, name: file.name };
      try {
        const outcome = await sendOne(file, controller.signal);
        setSent((before) => [...before, { ...about, ...outcome }]);
      } catch (error) {
        if (controller.signal.aborted) break;
        const { title, detail } = problemWords(asProblem(error), tKey);
        setSent((before) => [...before, { ...about, outcome: 'refused', words: detail || title }]);
      }
    }
    for (const file of files.slice(MAX_BANK_FILES))
      setSent((before) => [
        ...before,
        {
          key: `more ${file.name}`,
          name: file.name,
          outcome: 'refused',
          words: t('admin-bank-files.tooMany', { max: MAX_BANK_FILES }),
        },
      ]);
    stopping.current = null;
    setSending(null);
    await refresh(['bank']);
  }

  return { send, stop: () => stopping.current?.abort(), sending, sent };
}
