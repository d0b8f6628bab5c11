import type { PaperLanguage } from '../papers/paper-language.ts';
import { fill } from '../papers/words.ts';
import { orNotGiven, type Part, type PersonalData } from './personal-data-part.ts';

/** The tables about how a person gets in: second factors, open sessions, past sign-ins. */

/** The second factors and when each was set up, without the secrets. */
function secondFactors({ words, dayInFigures }: PaperLanguage, { secondFactor }: PersonalData): string[][] {
  const text = words.data;
  const { activatedAt, passkeys, recoveryCodes } = secondFactor;
  const left = recoveryCodes.filter(({ usedAt }) => usedAt === null).length;
  const [oldest] = recoveryCodes;
  return [
    ...(activatedAt ? [[text.app, dayInFigures(activatedAt), '']] : []),
    ...passkeys.map(({ name, createdAt, lastUsedAt }) => [
      fill(text.passkey, { name }),
      dayInFigures(createdAt),
      lastUsedAt ? dayInFigures(lastUsedAt) : text.never,
    ]),
    ...(oldest
      ? [[fill(text.recoveryCodes, { count: String(left) }), dayInFigures(oldest.createdAt), '']]
      : []),
  ];
}

export function secondFactorPart(language: PaperLanguage, data: PersonalData): Part {
  const text = language.words.data;
  return {
    title: text.secondFactor,
    columns: [
      [text.means, 0.56],
      [text.since, 0.22],
      [text.lastUsedAt, 0.22],
    ],
    rows: secondFactors(language, data),
  };
}

export function sessionsPart(language: PaperLanguage, data: PersonalData): Part {
  const { words, dayInFigures } = language;
  const text = words.data;
  return {
    title: text.sessions,
    columns: [
      [text.lastUsedAt, 0.16],
      [text.device, 0.6],
      [text.ip, 0.24],
    ],
    rows: data.sessions.map((row) => [
      dayInFigures(row.lastUsedAt),
      row.userAgent || text.unknownDevice,
      orNotGiven(language, row.ipAddress),
    ]),
  };
}

export function signInsPart(language: PaperLanguage, data: PersonalData): Part {
  const { words, dayInFigures } = language;
  const text = words.data;
  return {
    title: text.signIns,
    columns: [
      [text.date, 0.16],
      [text.device, 0.44],
      [text.ip, 0.24],
      [text.status, 0.16],
    ],
    rows: data.signIns.map((row) => [
      dayInFigures(row.createdAt),
      row.userAgent || text.unknownDevice,
      orNotGiven(language, row.ipAddress),
      row.succeeded ? text.signInSucceeded : text.signInFailed,
    ]),
  };
}
