import type { ContractPeriods } from '#domain/loans/contract-clock.ts';
import type { Db } from '../../db/database.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';

/** The law of a contract on a day (LC-8). @param day YYYY-MM-DD. */
export async function contractLawOn(db: Db, day: string) {
  const values = await parametersOn(db, day, [
    'offer.validDays',
    'offer.extend',
    'agreement.days',
    'lock.days',
    'lock.extend',
    'withdrawal.days',
    'withdrawal.extend',
    'withdrawal.extended',
    'withdrawal.repayDays',
    'withdrawal.reminderDay',
    'daily.base',
    'early.threshold',
    'early.policy',
    'default.cap',
    'default.deferCap',
    'default.policy',
    'late.interest',
    'formalNotice.days',
    'usury.margin',
    'usury.ceilings',
    'consent.months',
  ]);
  const periods: ContractPeriods = {
    agreementDays: values['agreement.days'],
    lockDays: values['lock.days'],
    isLockExtended: values['lock.extend'],
    withdrawalDays: values['withdrawal.days'],
    isWithdrawalExtended: values['withdrawal.extend'],
    reminderDays: values['withdrawal.reminderDay'],
  };
  return { ...values, periods };
}

export type ContractLaw = Awaited<ReturnType<typeof contractLawOn>>;
