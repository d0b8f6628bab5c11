import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, endedSession, forgetDrafts, keepDraft, noteSessionEnd, ownDrafts } from './drafts.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const typed = { amount: '120', iban: 'FR76' };

it('keeps no process alive that only imports it, as the build of the pages does', () => {
  const importing = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `await import(${JSON.stringify(new URL('./drafts.ts', import.meta.url))})`],
    { timeout: 20_000, encoding: 'utf8' },
  );
  expect({ status: importing.status, signal: importing.signal }).toEqual({ status: 0, signal: null });
});

describe('what is typed in a signed-in area', () => {
  it('is kept while the session ends and the same person comes back', () => {
    ownDrafts('rose');
    keepDraft('transfer', typed);
    noteSessionEnd();
    expect(endedSession()).toEqual({ hasDrafts: true });
    ownDrafts('rose');
    expect(draftOf('transfer')).toEqual(typed);
    expect(endedSession()).toBeNull();
  });

  it('is never shown to another person', () => {
    ownDrafts('rose');
    keepDraft('transfer', typed);
    noteSessionEnd();
    ownDrafts('zoe');
    expect(draftOf('transfer')).toBeNull();
  });

  it('goes when the person leaves on purpose, and nothing says that a session ended', () => {
    ownDrafts('rose');
    keepDraft('transfer', typed);
    forgetDrafts();
    noteSessionEnd();
    expect(endedSession()).toBeNull();
    ownDrafts('rose');
    expect(draftOf('transfer')).toBeNull();
  });

  it('is not kept while nobody is known to be signed in', () => {
    keepDraft('transfer', typed);
    expect(draftOf('transfer')).toBeNull();
    noteSessionEnd();
    expect(endedSession()).toBeNull();
  });

  it.each([['password'], ['currentPassword'], ['newPassword'], ['code'], ['proof']])(
    'is never a secret: %s',
    (name) => {
      ownDrafts('rose');
      keepDraft('profile', { postalCode: '44000', [name]: 'secret' });
      expect(draftOf('profile')).toEqual({ postalCode: '44000' });
    },
  );

  it('is forgotten once it was sent, form by form', () => {
    ownDrafts('rose');
    keepDraft('transfer', typed);
    keepDraft('loan', { amount: '1' });
    keepDraft('transfer', null);
    expect(draftOf('transfer')).toBeNull();
    expect(draftOf('loan')).toEqual({ amount: '1' });
  });

  it('survives a storage that holds something else', () => {
    sessionStorage.setItem('signed-in-drafts', '{');
    expect(endedSession()).toBeNull();
    ownDrafts('rose');
    keepDraft('transfer', typed);
    expect(draftOf('transfer')).toEqual(typed);
  });
});
