import { describe, expect, it } from 'vitest';
import { closedDays, formatOpeningHours } from './opening-hours.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

describe('opening hours', () => {
  it.each([
    ['fr-FR', 'lundi – vendredi\u00a0: 9h00\u00a0–\u00a018h00'],
    ['en-GB', 'Monday – Friday: 9:00\u00a0–\u00a018:00'],
    ['de-DE', 'Montag – Freitag: 9:00\u00a0–\u00a018:00'],
  ])('are said in %s', (locale, line) => {
    expect(formatOpeningHours([{ days: [...weekdays], opens: '09:00', closes: '18:00' }], locale)).toEqual([
      line,
    ]);
  });

  it('name each day when they do not follow each other', () => {
    expect(
      formatOpeningHours([{ days: ['saturday', 'tuesday'], opens: '09:30', closes: '12:00' }], 'fr-FR'),
    ).toEqual(['mardi, samedi\u00a0: 9h30\u00a0–\u00a012h00']);
  });

  it('leave the closed days', () => {
    expect(closedDays([{ days: [...weekdays], opens: '09:00', closes: '18:00' }], 'fr-FR')).toEqual([
      'samedi',
      'dimanche',
    ]);
  });
});
