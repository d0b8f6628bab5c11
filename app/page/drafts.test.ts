import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  draftOf,
  endedSession,
  forgetDrafts,
  keepDraft,
  keepUnanswered,
  noteSessionEnd,
  ownDrafts,
  unansweredOf,
} from './drafts.ts';

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

it('does not keep a process alive on import, since the prerenderer imports it', () => {
  const importing = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `await import(${JSON.stringify(new URL('./drafts.ts', import.meta.url))})`],
    { timeout: 20_000, encoding: 'utf8' },
  );
  expect({ status: importing.status, signal: importing.signal }).toEqual({ status: 0, signal: null });
});

describe('a draft in a signed-in area', () => {
  it('survives the end of the session when the same person signs in again', () => {
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

  it('is removed on sign-out, without a message that the session ended', () => {
    ownDrafts('rose');
    keepDraft('transfer', typed);
    forgetDrafts();
    noteSessionEnd();
    expect(endedSession()).toBeNull();
    ownDrafts('rose');
    expect(draftOf('transfer')).toBeNull();
  });

  it('is not kept before the signed-in person is known', () => {
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

  it('is removed per form once the form was sent', () => {
    ownDrafts('rose');
    keepDraft('transfer', typed);
    keepDraft('loan', { amount: '1' });
    keepDraft('transfer', null);
    expect(draftOf('transfer')).toBeNull();
    expect(draftOf('loan')).toEqual({ amount: '1' });
  });

  it('ignores stored data that is not a draft', () => {
    sessionStorage.setItem('signed-in-drafts', '{');
    expect(endedSession()).toBeNull();
    ownDrafts('rose');
    keepDraft('transfer', typed);
    expect(draftOf('transfer')).toEqual(typed);
  });
});

describe('a call whose answer never came', () => {
  const sent = { input: { amountMinor: 1500 }, key: 'k'.repeat(32), at: 1_000 };

  it('is known again for an hour, beside the drafts, until it is answered', () => {
    ownDrafts('rose');
    keepUnanswered('transfer:', sent);
    keepDraft('transfer', typed);
    expect(unansweredOf('transfer:', 1_000 + 3_599_999)).toEqual(sent);
    expect(unansweredOf('transfer:', 1_000 + 3_600_000)).toBeNull();
    expect(unansweredOf('credit:1', 1_000)).toBeNull();
    keepUnanswered('transfer:', null);
    expect(unansweredOf('transfer:', 1_000)).toBeNull();
    expect(draftOf('transfer')).toEqual(typed);
  });

  it('is nothing to another person, nor after a sign-out', () => {
    ownDrafts('rose');
    keepUnanswered('transfer:', sent);
    ownDrafts('zoe');
    expect(unansweredOf('transfer:', 1_000)).toBeNull();
    keepUnanswered('transfer:', sent);
    forgetDrafts();
    expect(unansweredOf('transfer:', 1_000)).toBeNull();
  });
});
