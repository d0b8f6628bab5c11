import { HOLD_RULES, type HoldRule, type HoldRuleSetting } from '../parameters/hold-rules.ts';
import type { PayeeCheckResult } from '../payees/payee-check.ts';

/** What is known of an order when it is asked for. */
export interface OrderFacts {
  readonly amountMinor: number;
  /** Whether no order of the client went to the IBAN before; refused and cancelled ones do not count. */
  readonly isFirstToPayee: boolean;
  /** What was answered about the payee's name; null when nobody was asked. */
  readonly checkResult: PayeeCheckResult | null;
  readonly askedAt: Date;
  /** When credentials changed last; null for not lately. */
  readonly securityChangedAt: Date | null;
  /** The moments of the client's orders of the last thirty days, this one left out. */
  readonly earlierOrders: readonly Date[];
  readonly isReportedIban: boolean;
  readonly isWarnedAbout: boolean;
}

const HOUR_MS = 3_600_000;

function applies(setting: HoldRuleSetting, facts: OrderFacts): boolean {
  const since = (within: number) => new Date(facts.askedAt.getTime() - within * HOUR_MS);
  switch (setting.rule) {
    case 'new-payee-large':
      return facts.isFirstToPayee && facts.amountMinor >= setting.fromMinor;
    case 'name-mismatch':
      return facts.checkResult === 'no-match' && facts.amountMinor >= setting.fromMinor;
    case 'details-changed':
      return facts.securityChangedAt !== null && facts.securityChangedAt > since(setting.hours);
    case 'many':
      return facts.earlierOrders.filter((at) => at > since(setting.hours)).length + 1 >= setting.orders;
    case 'listed-iban':
      return facts.isReportedIban;
    case 'client-warning':
      return facts.isWarnedAbout;
  }
}

/** The rules that an order meets, each once, in the order of `HOLD_RULES`; none lets it go on. */
export function holdsOf(settings: readonly HoldRuleSetting[], facts: OrderFacts): HoldRule[] {
  const met = new Set(settings.filter((setting) => applies(setting, facts)).map(({ rule }) => rule));
  return HOLD_RULES.filter((rule) => met.has(rule));
}

/** How a hold ended (PAY-61): let go, refused by a person, or refused when nobody had answered by its instant. */
export const HOLD_OUTCOMES = ['released', 'refused', 'expired'] as const;
export type HoldOutcome = (typeof HOLD_OUTCOMES)[number];
