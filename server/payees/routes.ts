import { Refusal } from '#domain/errors.ts';
import { answeredBefore, clientOf, os, run, runOnce } from '../http/context.ts';
import { askPayee, requireFewChecks } from './ask-payee.ts';
import { insideRule } from './inside-rule.ts';
import { keepCheck } from './payee-checks.ts';
import { accountOfPayer } from './payer.ts';
import { presentCheck, presentPayee } from './present-payee.ts';
import { payeesOf } from './queries.ts';
import { removePayee, renamePayee, savePayee } from './save-payee.ts';

export const payeeRoutes = {
  list: os.payees.list.handler(async ({ context }) => ({
    payees: await payeesOf(context.db, clientOf(context).accountId),
  })),

  save: os.payees.save.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      payee: presentPayee(await savePayee(work, clientOf(context).accountId, input)),
    })),
  ),

  change: os.payees.change.handler(({ input, context }) =>
    run(context, async (work) => ({
      payee: presentPayee(await renamePayee(work, clientOf(context).accountId, input.id, input)),
    })),
  ),

  remove: os.payees.remove.handler(async ({ input, context }) => {
    await run(context, (work) => removePayee(work, clientOf(context).accountId, input.id));
    return {};
  }),
};

export const payeeCheckRoutes = {
  ask: os.payeeChecks.ask.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    const { bank, db } = context;
    // The provider is asked before the transaction, and not at all for a repetition.
    const isRepeated = await answeredBefore(context, input);
    if (!isRepeated) await requireFewChecks(db, accountId, bank.surroundings.now());
    const { iban, name, orderKind = 'transfer' } = input;
    const asked = isRepeated ? null : await askPayee(bank, { iban, name, orderKind });
    return runOnce(context, input, async (work) => {
      const account = await accountOfPayer(work.tx, accountId);
      if (!account || !asked) throw new Refusal('not-found');
      const isInside = await insideRule({ db: work.tx, institution: bank.institution, now: work.now });
      return { check: presentCheck(await keepCheck(work, account, asked), isInside(iban)) };
    });
  }),
};
