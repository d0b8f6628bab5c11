import { addDaysOf } from '../time/calendars.ts';

/** What a borrower says has changed (LC-86). Closed choices: a free text would gather health or family data that no decision needs (LC-17). */
export const DIFFICULTY_CHANGES = ['income', 'employment', 'household', 'charges', 'other'] as const;
export type DifficultyChange = (typeof DIFFICULTY_CHANGES)[number];

/** Working days in which a person of the house answers (LC-86, a decision of the house). */
const ANSWER_WORKING_DAYS = 10;

/** The last day on which the house answers a borrower who told it of a difficulty. @param day YYYY-MM-DD, legal; it is not counted. */
export function answerDueOn(day: string): string {
  return addDaysOf('working-days', day, ANSWER_WORKING_DAYS);
}

/** What the house answers: it proposes a measure, or says why it proposes none. */
export const DIFFICULTY_ANSWERS = ['measure', 'none'] as const;
export type DifficultyAnswer = (typeof DIFFICULTY_ANSWERS)[number];
