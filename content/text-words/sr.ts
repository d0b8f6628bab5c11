import { NBSP, type TextWords } from './text-words.ts';

const plurals = new Intl.PluralRules('sr-RS');
/** « 21 месец », « 24 месеца », « 36 месеци ». */
const monthsFor: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'месец', few: 'месеца' };

const words: TextWords = {
  locale: 'sr-RS',
  months: (count) => `${count}${NBSP}${monthsFor[plurals.select(count)] ?? 'месеци'}`,
  years: (count) => `${count}${NBSP}година`,
  products: {
    personal: 'готовински кредит',
    auto: 'ауто-кредит',
    consolidation: 'кредит за обједињавање',
    project: 'кредит за лични план',
  },
  example: (of) => [
    `Репрезентативни пример: ${of.name}, износ ${of.amount}, рок ${of.duration}, фиксна номинална каматна стопа ${of.rate}.`,
    `Фиксна ефективна каматна стопа (ЕКС, у Француској TAEG): ${of.taeg}.`,
    `Број месечних рата: ${of.count}, од тога ${of.equal} по ${of.instalment} и последња ${of.last}.`,
    `Укупан износ за отплату: ${of.totalDue}.`,
    `Накнада за обраду: ${of.fees}.`,
    'Без необавезног осигурања.',
  ],
  institution: {
    statuses: {
      'credit-institution': 'кредитна институција',
      'finance-company': 'друштво за финансирање',
      'payment-institution': 'платна институција',
      'iobsp-broker': 'посредник у банкарским пословима и платним услугама (IOBSP)',
    },
    fictionalStatus: ' (измишљен статус)',
    fictionalNumber: ' (измишљен број)',
    noNumber: 'нема пријављеног броја',
    example: 'Измишљен пример: ',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}, ${legalForm}, капитал ${capital}, ${rcs}, број SIREN ${siren}, ПДВ број ${vat}`,
    guarantee: (limit) => `Депозити су осигурани до ${limit} по депоненту и по установи.`,
    noGuarantee: 'Установа не прима депозите који су обухваћени осигурањем депозита.',
    cover: (insurer, limit) => `Професионална одговорност је осигурана до ${limit}. Осигуравач: ${insurer}.`,
    noCover: 'Установа не наводи осигурање од професионалне одговорности.',
    notSupervised: 'Ова установа је измишљена. Ниједан орган јој није издао дозволу и ниједан је не надзире.',
    brokerSupervised: (authority) =>
      `Установа је уписана у регистар ORIAS. Њено пословање надзире француски орган: ${authority}.`,
    supervised: (authority) =>
      `Установа има дозволу француског надзорног органа, који је и контролише: ${authority}.`,
  },
};

export default words;
