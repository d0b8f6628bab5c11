import { NBSP, type TextWords } from './text-words.ts';

const words: TextWords = {
  locale: 'zh-CN',
  months: (count) => `${count}${NBSP}个月`,
  years: (count) => `${count}${NBSP}岁`,
  products: {
    personal: '个人贷款',
    auto: '购车贷款',
    consolidation: '债务合并',
    project: '个人计划贷款',
  },
  example: (of) => [
    `典型示例：${of.name} ${of.amount}，期限 ${of.duration}，固定借款利率 ${of.rate}。`,
    `固定实际年利率（TAEG）：${of.taeg}。`,
    `共 ${of.count} 期月供：${of.equal} 期各 ${of.instalment}，最后一期 ${of.last}。`,
    `应还总额：${of.totalDue}。`,
    `手续费：${of.fees}。`,
    '不含自愿保险。',
  ],
  institution: {
    statuses: {
      'credit-institution': '信贷机构',
      'finance-company': '金融公司',
      'payment-institution': '支付机构',
      'iobsp-broker': '银行业务与支付服务中介（IOBSP）',
    },
    fictionalStatus: '（虚构身份）',
    fictionalNumber: '（虚构号码）',
    noNumber: '未声明号码',
    example: '虚构示例：',
    identity: ({ legalName, legalForm, rcs, siren, vat }, capital) =>
      `${legalName}，${legalForm}，资本 ${capital}，${rcs}，SIREN 号码 ${siren}，增值税号 ${vat}`,
    guarantee: (limit) => `存款受到保障，每位存款人在每家机构最高 ${limit}。`,
    noGuarantee: '本机构不接受受存款保障制度保护的存款。',
    cover: (insurer, limit) => `职业责任险由 ${insurer} 承保，最高 ${limit}。`,
    noCover: '本机构未声明职业责任保险。',
    notSupervised: '本机构是虚构的。没有任何机关给予它许可，也没有任何机关监管它。',
    brokerSupervised: (authority) => `本机构已在 ORIAS 登记。其业务由法国主管机关监管：${authority}。`,
    supervised: (authority) => `本机构由法国主管机关许可并监管：${authority}。`,
  },
};

export default words;
