import * as z from 'zod/mini';
import { loanDurations } from '#domain/loans/offer.ts';
import { PRODUCT_IDS, type PriceList, type Product, productOf, withinTerms } from '#domain/loans/products.ts';
import { regimeMaxMinor } from '#domain/loans/regime.ts';
import { simulatorBounds } from '#domain/loans/simulation.ts';
import { formatMoney } from '#domain/money/format.ts';

/** The prices of an institution's loans, in the place of `STANDARD_PRICE_LIST`: the schema, and what its figures must be to one another. */

/** The duration that the articles set beside the simulator's default, to show what a longer loan costs. */
export const LONG_EXAMPLE_MONTHS = 60;

/** Whole euros in cents: sliders and addresses hold no cents. */
const wholeEuros = z.int().check(z.positive(), z.multipleOf(100));
/** As many as a contract may have. */
const months = z.int().check(z.gte(1), z.lte(120));
/** Hundredths of a percent. */
const rate = z.int().check(z.gte(0), z.lte(10_000));

const productSchema = z.strictObject({
  id: z.enum(PRODUCT_IDS),
  minAmountMinor: wholeEuros,
  maxAmountMinor: wholeEuros,
  minMonths: months,
  maxMonths: months,
  /** No contract of the product knows fees of its making. */
  feesMinor: z._default(z.literal(0), 0),
  listRateBps: rate,
  example: z.strictObject({ amountMinor: wholeEuros, durationMonths: months }),
});

/** What each must be, as the operator reads it at start-up. */
export const PRICE_LIST_EXPECTED =
  'la liste de prix doit donner les produits, les classes de taux et le simulateur\u00a0: montants en centimes, en euros entiers\u00a0; durées en mois, 120 au plus\u00a0; taux en centièmes de pour cent.';

/** Where in the list something is wrong, and a French sentence. */
type Problem = { readonly path: (string | number)[]; readonly message: string };

const inEuros = (amountMinor: number) =>
  formatMoney({ amountMinor, currency: 'EUR' }, 'fr-FR', { fractionDigits: 0 });

function productProblems(list: PriceList, product: Product): string[] {
  const { minAmountMinor, maxAmountMinor, minMonths, maxMonths, example } = product;
  if (minAmountMinor > maxAmountMinor) return ['le montant minimal dépasse le montant maximal.'];
  if (minMonths > maxMonths) return ['la durée minimale dépasse la durée maximale.'];
  const problems: string[] = [];
  const regimeMax = regimeMaxMinor('9999-12-31');
  const widest = productOf(list, 'project');
  const { amount, duration } = simulatorBounds(list, product);
  const { stepMinor } = list.simulator.amount;
  const { stepMonths } = list.simulator.duration;
  if (maxAmountMinor > regimeMax)
    problems.push(`le montant maximal dépasse celui d'un crédit à la consommation, ${inEuros(regimeMax)}.`);
  if (maxAmountMinor > widest.maxAmountMinor || minMonths < widest.minMonths || maxMonths > widest.maxMonths)
    problems.push(
      'ses limites dépassent celles du projet personnel (project), qui vaut pour une demande sans produit.',
    );
  if (!withinTerms(product, example.amountMinor, example.durationMonths).ok)
    problems.push("l'exemple représentatif est hors des limites du produit.");
  if (loanDurations(list, product.id).length === 0)
    problems.push(
      "aucune des durées d'une demande (12, 24, 36, 48, 60 ou 72\u00a0mois) n'est dans ses limites.",
    );
  if (amount.minMinor > amount.maxMinor || duration.minMonths > duration.maxMonths)
    problems.push('ses limites ne laissent rien à choisir dans le simulateur.');
  else if (
    (amount.maxMinor - amount.minMinor) % stepMinor !== 0 ||
    (duration.maxMonths - duration.minMonths) % stepMonths !== 0
  )
    problems.push('ses limites dans le simulateur doivent être séparées par un nombre entier de pas.');
  return problems;
}

function classProblems({ rateClasses }: PriceList): string[] {
  const limits = rateClasses.map(({ upToMinor }) => upToMinor ?? Number.POSITIVE_INFINITY);
  const isRising = (numbers: readonly number[]) =>
    numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
  return [
    ...(isRising(limits) && limits.at(-1) === Number.POSITIVE_INFINITY
      ? []
      : ['les tranches doivent aller du plus petit montant au plus grand, la dernière sans limite (null).']),
    ...(rateClasses.every(({ ratesBps }) => isRising(ratesBps))
      ? []
      : ['les taux de chaque tranche doivent aller du plus bas au plus haut.']),
  ];
}

function simulatorProblems(list: PriceList): Problem[] {
  const { amount, duration } = list.simulator;
  const bounds = simulatorBounds(list);
  const personal = productOf(list, 'personal');
  const isPlace = (value: number, min: number, max: number, step: number) =>
    value >= min && value <= max && (value - min) % step === 0;
  const problems: Problem[] = [];
  const refuse = (part: string, message: string) => problems.push({ path: ['simulator', part], message });
  if (amount.minMinor > amount.maxMinor)
    refuse('amount', 'le montant minimal du simulateur dépasse son montant maximal.');
  else if (!isPlace(amount.defaultMinor, bounds.amount.minMinor, bounds.amount.maxMinor, amount.stepMinor))
    refuse('amount', "le montant proposé d'abord n'est pas une position du simulateur.");
  if (duration.minMonths > duration.maxMonths)
    refuse('duration', 'la durée minimale du simulateur dépasse sa durée maximale.');
  else if (
    !isPlace(
      duration.defaultMonths,
      bounds.duration.minMonths,
      bounds.duration.maxMonths,
      duration.stepMonths,
    )
  )
    refuse('duration', "la durée proposée d'abord n'est pas une position du simulateur.");
  // Articles and conditions show the personal loan on the simulator's first terms, and beside it a longer one.
  const isShown = [duration.defaultMonths, LONG_EXAMPLE_MONTHS].every(
    (durationMonths) => withinTerms(personal, amount.defaultMinor, durationMonths).ok,
  );
  if (!isShown || duration.defaultMonths >= LONG_EXAMPLE_MONTHS)
    problems.push({
      path: ['simulator'],
      message: `le prêt personnel doit couvrir le montant et la durée proposés d'abord, et ${LONG_EXAMPLE_MONTHS}\u00a0mois, durée plus longue que les textes en rapprochent.`,
    });
  return problems;
}

/** The common conditions give durations of two products at once: « de 12 à 72 mois pour un prêt personnel ou un prêt auto, jusqu'à 84 pour les autres ». */
function durationProblems(list: PriceList): Problem[] {
  const [personal, auto, consolidation, project] = PRODUCT_IDS.map((id) => productOf(list, id));
  const isTold =
    personal?.minMonths === project?.minMonths &&
    auto?.minMonths === project?.minMonths &&
    personal?.maxMonths === auto?.maxMonths &&
    consolidation?.maxMonths === project?.maxMonths;
  return isTold
    ? []
    : [
        {
          path: ['products'],
          message:
            'les conditions communes donnent ensemble les durées de deux produits\u00a0: personal et auto doivent avoir les mêmes, dès la plus courte de project, et consolidation la plus longue de project.',
        },
      ];
}

/** What is wrong in a list of the right shape. */
function listProblems(list: PriceList): Problem[] {
  const ids = list.products.map(({ id }) => id);
  if (ids.length !== PRODUCT_IDS.length || new Set(ids).size !== ids.length)
    return [
      {
        path: ['products'],
        message: `chaque produit doit figurer une fois\u00a0: ${PRODUCT_IDS.join(', ')}.`,
      },
    ];
  return [
    ...list.products.flatMap((product, index) =>
      productProblems(list, product).map((message) => ({
        path: ['products', index],
        message: `${product.id}\u00a0: ${message}`,
      })),
    ),
    ...durationProblems(list),
    ...classProblems(list).map((message) => ({ path: ['rateClasses'], message })),
    ...simulatorProblems(list),
  ];
}

export const priceList: z.ZodMiniType<PriceList> = z
  .strictObject({
    products: z.array(productSchema),
    rateClasses: z
      .array(
        z.strictObject({ upToMinor: z.nullable(wholeEuros), ratesBps: z.array(rate).check(z.minLength(1)) }),
      )
      .check(z.minLength(1)),
    simulator: z.strictObject({
      amount: z.strictObject({
        minMinor: wholeEuros,
        maxMinor: wholeEuros,
        stepMinor: wholeEuros,
        defaultMinor: wholeEuros,
      }),
      duration: z.strictObject({
        minMonths: months,
        maxMonths: months,
        stepMonths: months,
        defaultMonths: months,
      }),
    }),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of listProblems(value))
      issues.push({ code: 'custom', input: value, path, message });
  });
