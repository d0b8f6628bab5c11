import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'プライバシー：要点',
  lead: 'お客様の情報の取り扱いを、1ページにまとめました。',
  sections: [
    {
      id: 'collection',
      title: '収集する情報',
      paragraphs: [
        '{accounts} お申し込みと口座に必要な情報を収集します。お客様からいただく情報と、サービスのご利用により生じる情報があります。',
        '{elsewhere} お申し込みとお客様ページに必要な情報を収集します。お客様からいただく情報と、サービスのご利用により生じる情報があります。',
      ],
      items: [
        '氏名と連絡先',
        'ローンのお申し込みの場合は、ご家庭の状況、収入、支出',
        '{moves} 口座の取引と口座情報',
        'ログインの記録と、やり取りしたメッセージ',
      ],
    },
    {
      id: 'usage',
      title: '情報の利用',
      paragraphs: [
        '{accounts} お申し込みの審査、口座の管理、法令の順守、サービスの保護のために利用します。販売することはありません。',
        '{elsewhere} お申し込みの審査、お手続きの管理、法令の順守、サービスの保護のために利用します。販売することはありません。',
        '{lends} 承認されたお申し込みの書類は、契約期間中とその後5年間保存します。お断りしたお申し込みは最長2年間保存します。マネーロンダリング対策のための情報は5年間保存します。',
        '{transmits} ご同意をいただいたうえで、お客様が選んだ貸付業者にお申し込みを送ります。お送りしたお申し込みは、その回答後最長2年間保存します。マネーロンダリング対策のための情報は5年間保存します。',
      ],
    },
    {
      id: 'rights',
      title: 'お客様の権利',
      paragraphs: [
        'お客様は、ご自身の情報の開示、訂正、削除、利用の制限を求めること、利用に異議を述べること、情報を受け取ることができます。1か月以内に回答します。フランスの個人情報保護機関CNILに申し立てることもできます。',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookie',
      paragraphs: [
        '広告用のCookieは使用していません。アクセス計測用のCookieを追加する場合は、お客様の同意をいただいてから使用し、有効期間は最長13か月とします。拒否は、同意と同じように簡単にできます。',
      ],
    },
    {
      id: 'contact',
      title: 'お問い合わせ',
      paragraphs: [
        'メールは{{institution.dpoEmail}}へ、郵便は{{institution.legalName}}、{{institution.address}}へお送りください。',
      ],
    },
    {
      id: 'update',
      title: '最終更新日',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'プライバシーポリシーの全文を読む（フランス語）',
};

export default summary;
