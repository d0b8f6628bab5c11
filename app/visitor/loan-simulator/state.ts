import {
  PRODUCT_IDS,
  type PriceList,
  type ProductId,
  productOf,
  UNNAMED_PRODUCT_ID,
} from '#domain/loans/products.ts';
import {
  paymentLimits,
  type SimulationAnswer,
  type SimulationQuestion,
  simulatorBounds,
  solve,
} from '#domain/loans/simulation.ts';
import { readAmount } from '#domain/money/typed-number.ts';

/** The value to solve for; the two others are chosen. */
export const questions = ['mensualite', 'montant', 'duree'] as const;
export type Question = (typeof questions)[number];

/** The inputs. Each keeps its last choice while the question does not use it. */
export interface Choice {
  readonly question: Question;
  readonly product: ProductId;
  readonly amountMinor: number;
  readonly durationMonths: number;
  readonly paymentMinor: number;
}

/** Two kept simulations and the current one are compared side by side. */
export const MAX_KEPT = 2;

/** The state of a shared link. */
export interface SimulatorState extends Choice {
  /** Simulations kept to be compared with the one shown. */
  readonly kept: readonly Choice[];
}

export const initialChoice = ({ simulator }: PriceList): Choice => ({
  question: 'mensualite',
  product: UNNAMED_PRODUCT_ID,
  amountMinor: simulator.amount.defaultMinor,
  durationMonths: simulator.duration.defaultMonths,
  paymentMinor: 30_000,
});

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** The nearest value of a slider. */
function snapped(value: number, min: number, max: number, step: number): number {
  return within(min + Math.round((value - min) / step) * step, min, max);
}

export function snappedAmount(list: PriceList, product: ProductId, amountMinor: number): number {
  const { minMinor, maxMinor } = simulatorBounds(list, productOf(list, product)).amount;
  return snapped(amountMinor, minMinor, maxMinor, list.simulator.amount.stepMinor);
}

export function snappedDuration(list: PriceList, product: ProductId, months: number): number {
  const { minMonths, maxMonths } = simulatorBounds(list, productOf(list, product)).duration;
  return snapped(months, minMonths, maxMonths, list.simulator.duration.stepMonths);
}

/** The choice for another product: what its limits do not allow is brought within them. */
export function choiceFor(
  list: PriceList,
  product: ProductId,
  { amountMinor, durationMonths }: Choice,
): Partial<Choice> {
  return {
    product,
    amountMinor: snappedAmount(list, product, amountMinor),
    durationMonths: snappedDuration(list, product, durationMonths),
  };
}

/** Ends of the payment's slider in whole euros, given the value chosen beside it. */
export function paymentSlider(
  list: PriceList,
  { question, product, amountMinor, durationMonths }: Choice,
): { minEuros: number; maxEuros: number } {
  const { minMinor, maxMinor } = paymentLimits(
    question === 'montant' ? { durationMonths } : { amountMinor },
    list,
    productOf(list, product),
  );
  return { minEuros: Math.ceil(minMinor / 100), maxEuros: Math.floor(maxMinor / 100) };
}

/** The payment in whole euros within the current limits; the chosen value returns when the limits allow it again. */
export function paymentEuros(list: PriceList, choice: Choice): number {
  const { minEuros, maxEuros } = paymentSlider(list, choice);
  return within(Math.round(choice.paymentMinor / 100), minEuros, maxEuros);
}

function questionOf(list: PriceList, choice: Choice): SimulationQuestion {
  const { amountMinor, durationMonths } = choice;
  switch (choice.question) {
    case 'mensualite':
      return { choose: 'amount', amountMinor, durationMonths };
    case 'montant':
      return { choose: 'payment', paymentMinor: paymentEuros(list, choice) * 100, durationMonths };
    case 'duree':
      return { choose: 'duration', amountMinor, paymentMinor: paymentEuros(list, choice) * 100 };
  }
}

/** The result. Every choice within this file's limits has one. */
export function answerOf(list: PriceList, choice: Choice): SimulationAnswer {
  const verdict = solve(questionOf(list, choice), list, productOf(list, choice.product));
  if (!verdict.ok) throw new RangeError(`No simulation for this ${verdict.reason}`);
  return verdict;
}

const euros = (amountMinor: number) => String(Math.round(amountMinor / 100));

/** Euros in a link, independent of the language: with a French decimal comma or a point. */
function amountOf(text: string | null | undefined): number | null {
  const amountMinor = text ? readAmount(text, 'EUR', 'fr-FR') : null;
  return amountMinor !== null && amountMinor > 0 ? amountMinor : null;
}

function readMonths(text: string | null | undefined): number | null {
  return text && /^\d{1,4}$/.test(text) ? Number(text) : null;
}

/** A product by its name in a link; the widest when it names none or an unknown one. */
function readProduct(text: string | null | undefined): ProductId {
  return PRODUCT_IDS.find((id) => id === text) ?? UNNAMED_PRODUCT_ID;
}

/** A number within limits; the default when missing or unreadable. */
function choiceOf(
  list: PriceList,
  question: Question,
  product: ProductId,
  typed: { amount?: string | null; duration?: string | null; payment?: string | null },
): Choice {
  const initial = initialChoice(list);
  const amountMinor = amountOf(typed.amount);
  const durationMonths = readMonths(typed.duration);
  return {
    question,
    product,
    amountMinor: snappedAmount(list, product, amountMinor ?? initial.amountMinor),
    durationMonths: snappedDuration(list, product, durationMonths ?? initial.durationMonths),
    paymentMinor: amountOf(typed.payment) ?? initial.paymentMinor,
  };
}

/**
 * The two chosen values in a word: `10000x36`, `300mx36` (m for a month's payment), `10000x300m`; a product other than the widest
 * follows: `10000x36-consolidation`.
 */
export function writeChoice(list: PriceList, choice: Choice): string {
  const payment = `${paymentEuros(list, choice)}m`;
  const first = choice.question === 'montant' ? payment : euros(choice.amountMinor);
  const second = choice.question === 'duree' ? payment : String(choice.durationMonths);
  const product = choice.product === UNNAMED_PRODUCT_ID ? '' : `-${choice.product}`;
  return `${first}x${second}${product}`;
}

function readChoice(list: PriceList, word: string): Choice | null {
  const [, first, firstIsPayment, second, secondIsPayment, named] =
    /^(\d+)(m?)x(\d+)(m?)(?:-(\w+))?$/.exec(word) ?? [];
  if (first === undefined || (firstIsPayment && secondIsPayment)) return null;
  const product = readProduct(named);
  if (firstIsPayment) return choiceOf(list, 'montant', product, { payment: first, duration: second });
  if (secondIsPayment) return choiceOf(list, 'duree', product, { amount: first, payment: second });
  return choiceOf(list, 'mensualite', product, { amount: first, duration: second });
}

/** Simulations to keep, each once. */
export function keptOnce(list: PriceList, choices: readonly Choice[]): Choice[] {
  const byWord = new Map(choices.map((choice) => [writeChoice(list, choice), choice]));
  return [...byWord.values()].slice(0, MAX_KEPT);
}

/** The state of a link's query, every value brought within limits. */
export function readState(list: PriceList, search: string): SimulatorState {
  const query = new URLSearchParams(search);
  const asked = query.get('question');
  const kept = (query.get('comparer') ?? '').split(',').map((word) => readChoice(list, word));
  return {
    ...choiceOf(
      list,
      questions.find((question) => question === asked) ?? initialChoice(list).question,
      readProduct(query.get('produit')),
      { amount: query.get('montant'), duration: query.get('duree'), payment: query.get('mensualite') },
    ),
    kept: keptOnce(
      list,
      kept.filter((choice) => choice !== null),
    ),
  };
}

/** The query of a state; empty for the initial state, so that the address stays plain until something is chosen. */
export function writeState(list: PriceList, state: SimulatorState): string {
  const initial = initialChoice(list);
  if (state.kept.length === 0 && writeChoice(list, state) === writeChoice(list, initial)) return '';
  const query: string[] = [];
  if (state.question !== initial.question) query.push(`question=${state.question}`);
  if (state.question !== 'montant') query.push(`montant=${euros(state.amountMinor)}`);
  if (state.question !== 'duree') query.push(`duree=${state.durationMonths}`);
  if (state.question !== 'mensualite') query.push(`mensualite=${paymentEuros(list, state)}`);
  if (state.product !== UNNAMED_PRODUCT_ID) query.push(`produit=${state.product}`);
  if (state.kept.length > 0)
    query.push(`comparer=${state.kept.map((choice) => writeChoice(list, choice)).join(',')}`);
  return `?${query.join('&')}`;
}
