import { useEffect, useRef, useState } from 'react';
import { acceptableFileName } from '#domain/files/file-name.ts';
import { fileTypeOf, HEAD_BYTES } from '#domain/files/file-type.ts';
import { type DocumentKind, LOAN_DOCUMENT } from '#domain/loans/documents.ts';
import { ApiProblem, asProblem, problemWords } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { Submission } from '../../api/submission-key.ts';
import { upload } from '../../api/upload.ts';
import { useWords } from '../../i18n/t.ts';

/** A refused file, and why; or one of which it is not known whether it was added. */
export interface RefusedFile {
  readonly key: string;
  readonly name: string;
  readonly reason: string;
  /** What is known of it when the answer was lost; null for one that was refused. */
  readonly unknown: string | null;
}

const problem = (code: 'document.unknown-type' | 'document.too-large' | 'document.empty') =>
  new ApiProblem({
    code,
    status: 0,
    title: '',
    detail: '',
    params: { megabytes: LOAN_DOCUMENT.maxBytes / (1024 * 1024) },
  });

/** Checks the server's rules before anything is sent. @throws ApiProblem */
async function check(file: File): Promise<void> {
  if (file.size === 0) throw problem('document.empty');
  if (file.size > LOAN_DOCUMENT.maxBytes) throw problem('document.too-large');
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (!fileTypeOf(head)) throw problem('document.unknown-type');
}

/**
 * Sends files to a loan request one after another, because the server accepts one upload per person at a time. A file chosen again after a lost
 * answer carries the same key, so that it is added once.
 */
export function useUploads(loanId: string) {
  const { tKey } = useWords();
  /** The file being sent, and the share of it sent, from 0 to 1. */
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const submissions = useRef(new Map<string, Submission>());
  const stopping = useRef<AbortController | null>(null);

  useEffect(() => () => stopping.current?.abort(), []);
  const isSending = sending !== null;
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);

  async function sendOne(file: File, kind: DocumentKind, signal: AbortSignal): Promise<void> {
    await check(file);
    const name = acceptableFileName(file.name);
    const key = `${kind} ${file.name} ${file.size} ${file.lastModified}`;
    const submission = submissions.current.get(key) ?? new Submission();
    submissions.current.set(key, submission);
    setSending({ name, part: 0 });
    await upload(`/api/loans/${encodeURIComponent(loanId)}/documents`, file, name, {
      idempotencyKey: submission.keyFor(key),
      kind,
      onProgress: (part) => setSending({ name, part }),
      signal,
    });
    submission.settled();
  }

  async function send(files: readonly File[], kind: DocumentKind): Promise<void> {
    if (stopping.current) return;
    const controller = new AbortController();
    stopping.current = controller;
    setRefused([]);
    // Also of a file that may be there: the list says whether it is.
    let added = 0;
    for (const [index, file] of files.entries()) {
      if (controller.signal.aborted) break;
      try {
        await sendOne(file, kind, controller.signal);
        added += 1;
      } catch (error) {
        if (controller.signal.aborted) break;
        const problem = asProblem(error);
        const { title, detail } = problemWords(problem, tKey);
        const isUnknown = problem.code === 'unanswered';
        if (isUnknown) added += 1;
        const one = { key: `${index} ${file.name}`, name: file.name, reason: detail || title };
        setRefused((before) => [...before, { ...one, unknown: isUnknown ? title : null }]);
      }
    }
    stopping.current = null;
    setSending(null);
    if (added > 0) await refresh(['loans']);
  }

  return { send, stop: () => stopping.current?.abort(), sending, refused };
}
