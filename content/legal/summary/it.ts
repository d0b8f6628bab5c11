import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'La privacy in breve',
  lead: 'Che cosa facciamo dei Suoi dati, in una pagina.',
  sections: [
    {
      id: 'collection',
      title: 'Dati raccolti',
      paragraphs: [
        "{accounts} Raccogliamo i dati necessari alla Sua richiesta e al Suo conto. Ce li fornisce Lei, oppure derivano dall'uso del servizio.",
        "{elsewhere} Raccogliamo i dati necessari alla Sua richiesta e alla Sua area clienti. Ce li fornisce Lei, oppure derivano dall'uso del servizio.",
      ],
      items: [
        'identità e recapiti;',
        'situazione, redditi e spese per una richiesta di prestito;',
        '{moves} operazioni e coordinate bancarie del conto;',
        'accessi e messaggi scambiati.',
      ],
    },
    {
      id: 'usage',
      title: 'Uso dei dati',
      paragraphs: [
        '{accounts} Servono a valutare la Sua richiesta, a gestire il conto, a rispettare la legge e a proteggere il servizio. Non li vendiamo.',
        '{elsewhere} Servono a valutare la Sua richiesta, a seguire la pratica, a rispettare la legge e a proteggere il servizio. Non li vendiamo.',
        '{lends} Conserviamo una pratica accettata per la durata del contratto e poi per 5 anni. Conserviamo una richiesta respinta per 2 anni al massimo. I dati antiriciclaggio sono conservati per 5 anni.',
        '{transmits} Con il Suo consenso trasmettiamo la richiesta al finanziatore che Lei sceglie. Conserviamo una richiesta trasmessa per 2 anni al massimo dopo la sua risposta. I dati antiriciclaggio sono conservati per 5 anni.',
      ],
    },
    {
      id: 'rights',
      title: 'I Suoi diritti',
      paragraphs: [
        "Può accedere ai Suoi dati, farli rettificare o cancellare, limitarne l'uso, opporsi e riceverne una copia. Rispondiamo entro un mese. Può anche rivolgersi all'autorità francese per la protezione dei dati, la CNIL.",
      ],
    },
    {
      id: 'cookies',
      title: 'Cookie',
      paragraphs: [
        'Il sito non usa cookie pubblicitari. Un eventuale cookie di misurazione delle visite richiederebbe il Suo consenso e durerebbe al massimo 13 mesi. Rifiutare è semplice quanto accettare.',
      ],
    },
    {
      id: 'contact',
      title: 'Contatti',
      paragraphs: [
        'Scriva a {{institution.dpoEmail}}, oppure per posta a {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Ultimo aggiornamento',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: "Leggere l'informativa completa (in francese)",
};

export default summary;
