import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: '隐私政策摘要',
  lead: '一页说明我们如何使用您的数据。',
  sections: [
    {
      id: 'collection',
      title: '我们收集的数据',
      paragraphs: [
        '{accounts} 我们收集您的申请和账户所需的数据。这些数据由您自己提供，或来自服务的使用。',
        '{elsewhere} 我们收集您的申请和客户专区所需的数据。这些数据由您自己提供，或来自服务的使用。',
      ],
      items: [
        '身份和联系方式；',
        '贷款申请所需的个人情况、收入和支出；',
        '{moves} 账户的交易和银行资料；',
        '登录记录和往来信息。',
      ],
    },
    {
      id: 'usage',
      title: '数据的用途',
      paragraphs: [
        '{accounts} 我们用它审核您的申请、管理您的账户、遵守法律并保护服务。我们不出售数据。',
        '{elsewhere} 我们用它审核您的申请、跟进您的办理进度、遵守法律并保护服务。我们不出售数据。',
        '{lends} 获批的贷款资料保存至合同期满后 5 年。被拒绝的申请最多保存 2 年。反洗钱数据保存 5 年。',
        '{transmits} 经您同意，我们将申请转交给您选择的贷款机构。转交的申请在其答复后最多保存 2 年。反洗钱数据保存 5 年。',
      ],
    },
    {
      id: 'rights',
      title: '您的权利',
      paragraphs: [
        '您可以查阅、更正或删除您的数据，限制或反对其使用，并取得一份副本带到别处。我们会在一个月内答复。您也可以向法国数据保护机构 CNIL 投诉。',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookie',
      paragraphs: [
        '本网站不使用任何广告 Cookie。如果将来加入统计访客的 Cookie，会先征得您的同意，且最多保存 13 个月。拒绝与接受一样简单。',
      ],
    },
    {
      id: 'contact',
      title: '联系方式',
      paragraphs: [
        '请写信至 {{institution.dpoEmail}}，或邮寄至 {{institution.legalName}}，{{institution.address}}。',
      ],
    },
    { id: 'update', title: '最近更新', paragraphs: [] },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: '阅读完整政策（法语）',
};

export default summary;
