import { describe, expect, test } from 'vitest';
import { amortisationSchedule } from './schedule.ts';
import { scheduleCsv } from './schedule-csv.ts';

const headers = {
  number: 'Échéance',
  dueDate: 'Date',
  instalment: 'Mensualité',
  interest: 'Intérêts',
  principal: 'Capital',
  remaining: 'Capital restant dû',
};
const terms = { principalMinor: 1_000_000, annualRateBps: 390, durationMonths: 36 };

describe('the schedule as a file', () => {
  const lines = scheduleCsv(amortisationSchedule(terms), headers).split('\r\n');

  test('opens in a French spreadsheet: mark, semicolons, decimal commas, CRLF', () => {
    expect(lines[0]).toBe('\ufeffÉchéance;Mensualité;Intérêts;Capital;Capital restant dû');
    expect(lines[1]).toBe('1;294,80;32,50;262,30;9737,70');
    expect(lines.at(-2)).toBe('36;294,59;0,95;293,64;0,00');
    expect(lines.at(-1)).toBe('');
    expect(lines).toHaveLength(38);
  });

  test('its principal parts sum to the loan', () => {
    const cents = lines
      .slice(1, -1)
      .reduce((sum, line) => sum + Number((line.split(';')[3] ?? '').replace(',', '')), 0);
    expect(cents).toBe(1_000_000);
  });

  test('a schedule with due dates has their column', () => {
    const dated = scheduleCsv(amortisationSchedule({ ...terms, firstDueDate: '2027-01-31' }), headers);
    expect(dated.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffÉchéance;Date;Mensualité;Intérêts;Capital;Capital restant dû',
      '1;2027-01-31;294,80;32,50;262,30;9737,70',
      expect.stringMatching(/^2;2027-02-28;/),
    ]);
  });

  test('a heading cannot end its own cell', () => {
    const odd = scheduleCsv({ rows: [] }, { ...headers, interest: 'Intérêts; "nets"' });
    expect(odd).toBe('\ufeffÉchéance;Mensualité;"Intérêts; ""nets""";Capital;Capital restant dû\r\n');
  });
});
