import { expect, test } from 'vitest';
import { ApiProblem, asProblem, connectionProblem, problemWords } from './problem.ts';

const asKeys = (key: string) => key;

test('an error of the page itself says nothing of what the server did', () => {
  const problem = asProblem(new TypeError('x is not a function'));
  expect(problem.code).toBe('page-fault');
  expect(problem.isFinal).toBe(false);
  expect(problemWords(problem, () => 'words').detail).toBe('words');
});

test('a refusal and a lost connection stay what they are', () => {
  const refused = new ApiProblem({ code: 'service.fault', status: 500, title: '', detail: '' });
  expect(asProblem(refused)).toBe(refused);
  const unanswered = connectionProblem('unanswered');
  expect(asProblem(unanswered)).toBe(unanswered);
  expect(problemWords(unanswered, asKeys)).toEqual({ title: '', detail: '' });
});
