import type { TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'ja-JP',
  months: (count) => `${count}か月`,
  years: (count) => `${count}歳`,
  products: {
    personal: 'パーソナルローン',
    auto: '自動車ローン',
    consolidation: 'おまとめローン',
    project: '個人プロジェクトのためのローン',
  },
  example: (of) => [
    `代表例：${of.name}、借入額${of.amount}、返済期間${of.duration}、借入利率（固定）${of.rate}。`,
    `実質年率（固定、フランスではTAEG）：${of.taeg}。`,
    `毎月の返済額：全${of.count}回、うち${of.equal}回は${of.instalment}、最終回は${of.last}。`,
    `返済総額：${of.totalDue}。`,
    `事務手数料：${of.fees}。`,
    '任意の保険は含みません。',
  ],
  institution: {
    statuses: {
      'credit-institution': '信用機関',
      'finance-company': '金融会社',
      'payment-institution': '決済機関',
      'iobsp-broker': '銀行取引・決済サービスの仲介業者（IOBSP）',
    },
    fictionalStatus: '（架空の資格）',
    fictionalNumber: '（架空の番号）',
    noNumber: '届出番号なし',
    example: '架空の例：',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}、${legalForm}、資本金${capital}、${rcs}、SIREN番号${siren}、付加価値税番号${vat}`,
    guarantee: (limit) => `預金は、預金者1人、1機関あたり${limit}まで保護されます。`,
    noGuarantee: '当機関は、預金保険の対象となる預金を受け入れていません。',
    cover: (insurer, limit) => `専門職賠償責任には${limit}まで保険を付けています。保険会社：${insurer}。`,
    noCover: '当機関は、専門職賠償責任保険を届け出ていません。',
    notSupervised: 'この金融機関は架空のものです。いずれの当局の認可も監督も受けていません。',
    brokerSupervised: (authority) =>
      `当機関はORIASの登録簿に登録されています。業務はフランスの監督当局の監督を受けています：${authority}。`,
    supervised: (authority) => `当機関はフランスの監督当局の認可と監督を受けています：${authority}。`,
  },
};

export default words;
