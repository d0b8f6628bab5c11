import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'A privacidade em resumo',
  lead: 'O que fazemos com os seus dados, numa página.',
  sections: [
    {
      id: 'collection',
      title: 'Dados recolhidos',
      paragraphs: [
        '{accounts} Recolhemos os dados necessários ao seu pedido e à sua conta. É o próprio que no-los fornece, ou resultam da utilização do serviço.',
        '{elsewhere} Recolhemos os dados necessários ao seu pedido e à sua área de cliente. É o próprio que no-los fornece, ou resultam da utilização do serviço.',
      ],
      items: [
        'identidade e contactos;',
        'situação, rendimentos e encargos para um pedido de empréstimo;',
        '{moves} operações e dados bancários da conta;',
        'acessos e mensagens trocadas.',
      ],
    },
    {
      id: 'usage',
      title: 'Utilização dos dados',
      paragraphs: [
        '{accounts} Servem para analisar o seu pedido, gerir a sua conta, cumprir a lei e proteger o serviço. Não os vendemos.',
        '{elsewhere} Servem para analisar o seu pedido, acompanhar o seu processo, cumprir a lei e proteger o serviço. Não os vendemos.',
        '{lends} Conservamos um processo aceite durante o contrato e mais 5 anos. Conservamos um pedido recusado durante 2 anos, no máximo. Os dados de prevenção do branqueamento são conservados durante 5 anos.',
        '{transmits} Com o seu acordo, transmitimos o seu pedido ao mutuante que escolher. Conservamos um pedido transmitido durante 2 anos, no máximo, após a resposta. Os dados de prevenção do branqueamento são conservados durante 5 anos.',
      ],
    },
    {
      id: 'rights',
      title: 'Os seus direitos',
      paragraphs: [
        'Pode aceder aos seus dados, retificá-los, apagá-los, limitar a sua utilização, opor-se a ela e receber uma cópia. Respondemos no prazo de um mês. Pode também apresentar queixa à autoridade francesa de proteção de dados, a CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      paragraphs: [
        'O sítio não utiliza cookies publicitários. Um cookie de medição de audiência, se fosse acrescentado, esperaria pelo seu consentimento e duraria 13 meses, no máximo. Recusar é tão simples como aceitar.',
      ],
    },
    {
      id: 'contact',
      title: 'Contacto',
      paragraphs: [
        'Escreva para {{institution.dpoEmail}} ou, por correio, para {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Última atualização',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Ler a política completa (em francês)',
};

export default summary;
