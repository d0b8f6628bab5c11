/**
 * What an operation does to money.
 * `moves`: it writes into the books. The ledger refuses to post for any other.
 * `directs`: it decides where money will go, or tells a bank to send it, without writing into the books.
 * `revalues`: it changes what money is worth.
 * `none`: nothing of the kind.
 */
export type MoneyEffect = 'moves' | 'directs' | 'revalues' | 'none';

/**
 * Every operation that creates something or is an administrator's, by the route that does it; where a route does several things its
 * `action` is part of the name, as in the audit trail. What must be confirmed follows from the effect, and a route without a line here
 * answers nothing: the guard refuses to run it (`server/http/context.ts`), and `contract/operations.test.ts` names it.
 */
export const OPERATIONS = {
  'signUp.chooseAccount': 'none',
  'enquiries.send': 'none',
  'enquiries.close': 'none',
  'enquiries.remove': 'none',
  'accounts.credit': 'moves',
  'accounts.activate': 'moves',
  'accounts.assignIban': 'directs',
  'clients.remove': 'moves',
  'clients.addNote': 'none',
  'clients.endSessions': 'none',
  'loans.request': 'none',
  'loans.decide.approve': 'moves',
  'loans.decide.process': 'none',
  'loans.decide.reject': 'none',
  'withdrawals.request': 'directs',
  'withdrawals.cancel': 'none',
  // A validated transfer leaves by its execution, or by the file that a bank gets: both are confirmed.
  'withdrawals.decide.approve': 'none',
  'withdrawals.decide.process': 'none',
  'withdrawals.decide.reject': 'none',
  'withdrawals.decide.complete': 'moves',
  'withdrawalBatches.export': 'directs',
  'withdrawalBatches.execute': 'moves',
  'withdrawalBatches.cancel': 'none',
  'fees.create': 'none',
  'fees.declarePaid': 'none',
  'fees.settle': 'moves',
  'rates.change': 'revalues',
  'rates.import': 'revalues',
} as const satisfies Readonly<Record<string, MoneyEffect>>;

export type Operation = keyof typeof OPERATIONS;

const NAMES = Object.keys(OPERATIONS) as readonly Operation[];

function isOperation(text: string): text is Operation {
  return Object.hasOwn(OPERATIONS, text);
}

/**
 * The operation that a call of a route is, from the route's name and the call's input, whatever that input is. An action that cannot be
 * read is refused later; until then the call counts as the operation of the route that asks for most. Null for a route without a line.
 */
export function operationOf(route: string, input: unknown): Operation | null {
  const action = input && typeof input === 'object' && 'action' in input ? input.action : null;
  const precise = typeof action === 'string' ? `${route}.${action}` : route;
  if (isOperation(precise)) return precise;
  if (isOperation(route)) return route;
  const ofRoute = NAMES.filter((name) => name.startsWith(`${route}.`));
  return ofRoute.find((name) => OPERATIONS[name] !== 'none') ?? ofRoute[0] ?? null;
}

/** Says whether an operation may write into the books. */
export function movesMoney(operation: Operation | null): boolean {
  return operation !== null && OPERATIONS[operation] === 'moves';
}

/** Operations that do something to money. */
export type MoneyOperation = {
  [Name in Operation]: (typeof OPERATIONS)[Name] extends 'none' ? never : Name;
}[Operation];

export const MONEY_OPERATIONS = NAMES.filter((name): name is MoneyOperation => OPERATIONS[name] !== 'none');
