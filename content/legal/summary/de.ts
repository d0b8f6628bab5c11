import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'Datenschutz in Kürze',
  lead: 'Was wir mit Ihren Daten tun, auf einer Seite.',
  sections: [
    {
      id: 'collection',
      title: 'Erhobene Daten',
      paragraphs: [
        '{accounts} Wir erheben die Daten, die für Ihre Anfrage und Ihr Konto nötig sind. Sie geben sie uns selbst, oder sie entstehen bei der Nutzung des Dienstes.',
        '{elsewhere} Wir erheben die Daten, die für Ihre Anfrage und Ihren Kundenbereich nötig sind. Sie geben sie uns selbst, oder sie entstehen bei der Nutzung des Dienstes.',
      ],
      items: [
        'Identität und Kontaktdaten;',
        'Lebenssituation, Einkommen und Ausgaben bei einer Kreditanfrage;',
        '{moves} Umsätze und Bankverbindung des Kontos;',
        'Anmeldungen und ausgetauschte Nachrichten.',
      ],
    },
    {
      id: 'usage',
      title: 'Verwendung der Daten',
      paragraphs: [
        '{accounts} Wir nutzen sie, um Ihre Anfrage zu prüfen, Ihr Konto zu führen, das Gesetz einzuhalten und den Dienst zu schützen. Wir verkaufen sie nicht.',
        '{elsewhere} Wir nutzen sie, um Ihre Anfrage zu prüfen, Ihren Vorgang zu betreuen, das Gesetz einzuhalten und den Dienst zu schützen. Wir verkaufen sie nicht.',
        '{lends} Eine angenommene Akte bewahren wir während der Vertragslaufzeit und danach 5 Jahre auf. Eine abgelehnte Anfrage bewahren wir höchstens 2 Jahre auf. Daten zur Geldwäscheprävention werden 5 Jahre aufbewahrt.',
        '{transmits} Mit Ihrem Einverständnis leiten wir Ihre Anfrage an den Kreditgeber weiter, den Sie wählen. Eine weitergeleitete Anfrage bewahren wir höchstens 2 Jahre nach seiner Antwort auf. Daten zur Geldwäscheprävention werden 5 Jahre aufbewahrt.',
      ],
    },
    {
      id: 'rights',
      title: 'Ihre Rechte',
      paragraphs: [
        'Sie können Auskunft, Berichtigung, Löschung, Einschränkung und Übertragung Ihrer Daten verlangen oder ihrer Verwendung widersprechen. Wir antworten innerhalb eines Monats. Sie können sich auch bei der französischen Datenschutzbehörde CNIL beschweren.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      paragraphs: [
        'Die Website verwendet keine Werbe-Cookies. Ein Cookie zur Reichweitenmessung würde erst nach Ihrer Einwilligung gesetzt und höchstens 13 Monate gelten. Ablehnen ist so einfach wie zustimmen.',
      ],
    },
    {
      id: 'contact',
      title: 'Kontakt',
      paragraphs: [
        'Schreiben Sie an {{institution.dpoEmail}} oder per Post an {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Letzte Aktualisierung',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Die vollständige Datenschutzerklärung lesen (auf Französisch)',
};

export default summary;
