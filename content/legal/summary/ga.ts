import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Príobháideachas i mbeagán focal',
  lead: 'Cad a dhéanaimid le do chuid sonraí, ar leathanach amháin.',
  sections: [
    {
      id: 'collection',
      title: 'Sonraí a bhailímid',
      paragraphs: [
        "{accounts} Bailímid na sonraí atá de dhíth do d'iarratas agus do do chuntas. Tugann tú féin dúinn iad, nó tagann siad ó úsáid na seirbhíse.",
        "{elsewhere} Bailímid na sonraí atá de dhíth do d'iarratas agus do do limistéar custaiméara. Tugann tú féin dúinn iad, nó tagann siad ó úsáid na seirbhíse.",
      ],
      items: [
        'aitheantas agus sonraí teagmhála;',
        "staid, ioncam agus caiteachas d'iarratas ar iasacht;",
        '{moves} idirbhearta agus sonraí bainc an chuntais;',
        'logáil isteach agus teachtaireachtaí a malartaíodh.',
      ],
    },
    {
      id: 'usage',
      title: 'Conas a úsáidimid iad',
      paragraphs: [
        "{accounts} Úsáidimid iad chun d'iarratas a mheas, do chuntas a rith, an dlí a chomhlíonadh agus an tseirbhís a chosaint. Ní dhíolaimid iad.",
        "{elsewhere} Úsáidimid iad chun d'iarratas a mheas, do chomhad a láimhseáil, an dlí a chomhlíonadh agus an tseirbhís a chosaint. Ní dhíolaimid iad.",
        '{lends} Coinnímid comhad ar glacadh leis ar feadh théarma an chonartha agus 5 bliana ina dhiaidh sin. Coinnímid iarratas ar diúltaíodh dó ar feadh 2 bhliain ar a mhéad. Coinnítear sonraí in aghaidh sciúradh airgid ar feadh 5 bliana.',
        "{transmits} Le do thoiliú, cuirimid d'iarratas ar aghaidh chuig an iasachtóir a roghnaíonn tú. Coinnímid iarratas a cuireadh ar aghaidh ar feadh 2 bhliain ar a mhéad tar éis a fhreagra. Coinnítear sonraí in aghaidh sciúradh airgid ar feadh 5 bliana.",
      ],
    },
    {
      id: 'rights',
      title: 'Do chearta',
      paragraphs: [
        'Tá sé de cheart agat do chuid sonraí a fheiceáil, iad a chur ina gceart nó a scriosadh, a n-úsáid a shrianadh nó cur ina coinne, agus cóip a fháil le tabhairt leat. Tugaimid freagra laistigh de mhí. Is féidir leat gearán a dhéanamh freisin le húdarás cosanta sonraí na Fraince, an CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Fianáin',
      paragraphs: [
        "Ní úsáideann an suíomh aon fhianán fógraíochta. Dá gcuirfí fianán leis chun lucht féachana a thomhas, d'fhanfadh sé le do thoiliú agus ní mhairfeadh sé níos faide ná 13 mhí. Tá diúltú chomh simplí le glacadh.",
      ],
    },
    {
      id: 'contact',
      title: 'Teagmháil',
      paragraphs: [
        'Scríobh chuig {{institution.dpoEmail}}, nó tríd an bpost chuig {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    { id: 'update', title: 'An nuashonrú deireanach', paragraphs: [] },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Léigh an beartas iomlán (i bhFraincis)',
};

export default summary;
