import { expect, test } from 'vitest';
import { type KnownRow, knownFiguresOf } from './known-loan.ts';

const row = (dueDate: string, instalmentMinor: number, capitalLeftMinor: number): KnownRow => ({
  dueDate,
  instalmentMinor,
  capitalLeftMinor,
});

test.each<[string, KnownRow[], ReturnType<typeof knownFiguresOf>]>([
  [
    'the regular instalment, not the first with its days before nor the last',
    [row('2027-02-05', 323_65, 270_00), row('2027-03-05', 294_80, 271_00), row('2027-04-05', 294_59, 272_00)],
    { instalmentMinor: 294_80, remainingMinor: 813_00, endMonth: '2027-04' },
  ],
  [
    'what is late counts as owed',
    [row('2026-12-05', 100_00, 40_00), row('2027-02-05', 100_00, 95_00), row('2027-03-05', 100_05, 96_00)],
    { instalmentMinor: 100_00, remainingMinor: 231_00, endMonth: '2027-03' },
  ],
  [
    'suspended due dates do not hide what comes after them',
    [row('2027-02-05', 0, 0), row('2027-03-05', 242_16, 200_00), row('2027-04-05', 242_31, 201_00)],
    { instalmentMinor: 242_16, remainingMinor: 401_00, endMonth: '2027-04' },
  ],
  [
    'a claim that was accelerated, with the instalment of its contract',
    [row('2026-12-20', 2_815_89, 2_763_26)],
    { instalmentMinor: 132_84, remainingMinor: 2_763_26, endMonth: '2027-01' },
  ],
  ['nothing once all is paid', [row('2026-12-20', 100_00, 0), row('2027-01-20', 100_00, 0)], null],
])('LC-19 a loan that this house knows: %s', (_, rows, figures) => {
  expect(knownFiguresOf(rows, { agreedInstalmentMinor: 132_84, today: '2027-01-10' })).toEqual(figures);
});
