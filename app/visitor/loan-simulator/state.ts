import { SIMULATOR_AMOUNT, SIMULATOR_DURATION } from '#domain/loans/products.ts';
import {
  paymentLimits,
  type SimulationAnswer,
  type SimulationQuestion,
  solve,
} from '#domain/loans/simulation.ts';
import { minorToDecimalString, parseAmount } from '#domain/money/money.ts';

/** What the visitor is looking for; the two other values are chosen. */
export const questions = ['mensualite', 'montant', 'duree'] as const;
export type Question = (typeof questions)[number];

/** The terms of a simulation kept beside the one shown. */
export interface KeptTerms {
  readonly amountMinor: number;
  readonly durationMonths: number;
}

/** Two kept and the one shown make three side by side. */
export const MAX_KEPT = 2;

/** Everything a shared link says. Each value keeps what was last chosen, also while another question hides it. */
export interface SimulatorState {
  readonly question: Question;
  readonly amountMinor: number;
  readonly durationMonths: number;
  readonly paymentMinor: number;
  readonly kept: readonly KeptTerms[];
}

export const initialState: SimulatorState = {
  question: 'mensualite',
  amountMinor: SIMULATOR_AMOUNT.defaultMinor,
  durationMonths: SIMULATOR_DURATION.defaultMonths,
  paymentMinor: 30_000,
  kept: [],
};

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** The nearest value of a slider. */
function snapped(value: number, min: number, max: number, step: number): number {
  return within(min + Math.round((value - min) / step) * step, min, max);
}

export function snappedAmount(amountMinor: number): number {
  const { minMinor, maxMinor, stepMinor } = SIMULATOR_AMOUNT;
  return snapped(amountMinor, minMinor, maxMinor, stepMinor);
}

export function snappedDuration(months: number): number {
  const { minMonths, maxMonths, stepMonths } = SIMULATOR_DURATION;
  return snapped(months, minMonths, maxMonths, stepMonths);
}

/** Ends of the payment's slider in whole euros, given the value chosen beside it. */
export function paymentSlider(state: SimulatorState): { minEuros: number; maxEuros: number } {
  const { minMinor, maxMinor } = paymentLimits(
    state.question === 'montant'
      ? { durationMonths: state.durationMonths }
      : { amountMinor: state.amountMinor },
  );
  return { minEuros: Math.ceil(minMinor / 100), maxEuros: Math.floor(maxMinor / 100) };
}

/** The payment in whole euros that the slider can hold now; what was chosen comes back when the limits allow it again. */
export function paymentEuros(state: SimulatorState): number {
  const { minEuros, maxEuros } = paymentSlider(state);
  return within(Math.round(state.paymentMinor / 100), minEuros, maxEuros);
}

function questionOf(state: SimulatorState): SimulationQuestion {
  const { amountMinor, durationMonths } = state;
  switch (state.question) {
    case 'mensualite':
      return { choose: 'amount', amountMinor, durationMonths };
    case 'montant':
      return { choose: 'payment', paymentMinor: paymentEuros(state) * 100, durationMonths };
    case 'duree':
      return { choose: 'duration', amountMinor, paymentMinor: paymentEuros(state) * 100 };
  }
}

/** The answer to the question. Every state that this file makes has one. */
export function answerOf(state: SimulatorState): SimulationAnswer {
  const verdict = solve(questionOf(state));
  if (!verdict.ok) throw new RangeError(`No simulation for this ${verdict.reason}`);
  return verdict;
}

function writtenAmount(amountMinor: number): string {
  return minorToDecimalString(amountMinor, 'EUR').replace(/\.00$/, '');
}

function readAmount(text: string | null | undefined): number | null {
  const amountMinor = text ? parseAmount(text, 'EUR') : null;
  return amountMinor !== null && amountMinor > 0 ? amountMinor : null;
}

function readMonths(text: string | null | undefined): number | null {
  return text && /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** Terms that can be shown beside others: any amount and duration within the simulator's limits. */
function readKept(text: string): KeptTerms | null {
  const [amount, duration] = text.split('x');
  const amountMinor = readAmount(amount);
  const durationMonths = readMonths(duration);
  if (amountMinor === null || durationMonths === null) return null;
  return solve({ choose: 'amount', amountMinor, durationMonths }).ok ? { amountMinor, durationMonths } : null;
}

/** The state that a link's query says. What it leaves out or gets wrong is the default; values are brought within limits. */
export function readState(search: string): SimulatorState {
  const query = new URLSearchParams(search);
  const asked = query.get('question');
  const amountMinor = readAmount(query.get('montant'));
  const durationMonths = readMonths(query.get('duree'));
  const kept = (query.get('comparer') ?? '').split(',').map(readKept);
  return {
    question: questions.find((question) => question === asked) ?? initialState.question,
    amountMinor: amountMinor === null ? initialState.amountMinor : snappedAmount(amountMinor),
    durationMonths: durationMonths === null ? initialState.durationMonths : snappedDuration(durationMonths),
    paymentMinor: readAmount(query.get('mensualite')) ?? initialState.paymentMinor,
    kept: kept.filter((terms) => terms !== null).slice(0, MAX_KEPT),
  };
}

/** The query of a state: nothing for the page as it opens, so that its address stays plain until something is chosen. */
export function writeState(state: SimulatorState): string {
  const query = new URLSearchParams();
  if (state.question !== initialState.question) query.set('question', state.question);
  if (state.question !== 'montant') query.set('montant', writtenAmount(state.amountMinor));
  if (state.question !== 'duree') query.set('duree', String(state.durationMonths));
  if (state.question !== 'mensualite') query.set('mensualite', String(paymentEuros(state)));
  const kept = state.kept.map((terms) => `${writtenAmount(terms.amountMinor)}x${terms.durationMonths}`);
  // A comma needs no escape in a query, and URLSearchParams would write %2C.
  const compared = kept.length > 0 ? `&comparer=${kept.join(',')}` : '';
  const isInitial =
    state.question === initialState.question &&
    state.amountMinor === initialState.amountMinor &&
    state.durationMonths === initialState.durationMonths &&
    kept.length === 0;
  return isInitial ? '' : `?${query}${compared}`;
}
