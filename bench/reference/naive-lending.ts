/**
 * What is usually written: a schedule in floating-point euros rounded at each line, and a TAEG by halving an interval until the present
 * values agree to a cent. Neither is exact to the cent in every case; they are the yardstick for speed only.
 */

export interface NaiveRow {
  readonly number: number;
  readonly payment: number;
  readonly interest: number;
  readonly principal: number;
  readonly balance: number;
}

const cents = (value: number) => Math.round(value * 100) / 100;

export function naiveSchedule(amount: number, annualRate: number, months: number): NaiveRow[] {
  const rate = annualRate / 12;
  const payment = cents((amount * rate) / (1 - (1 + rate) ** -months));
  const rows: NaiveRow[] = [];
  let balance = amount;
  for (let number = 1; number <= months; number += 1) {
    const interest = cents(balance * rate);
    const principal = number === months ? balance : cents(payment - interest);
    balance = cents(balance - principal);
    rows.push({ number, payment: cents(interest + principal), interest, principal, balance });
  }
  return rows;
}

export function naiveTaeg(amount: number, payments: readonly number[]): number {
  let low = -0.99;
  let high = 10;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    let value = 0;
    for (const [index, payment] of payments.entries()) value += payment / (1 + middle) ** ((index + 1) / 12);
    if (value > amount) low = middle;
    else high = middle;
  }
  return low * 100;
}
