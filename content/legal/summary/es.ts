import type { PrivacySummary } from '../privacy-summary.ts';

const summary: PrivacySummary = {
  title: 'La privacidad en resumen',
  lead: 'Qué hacemos con sus datos, en una página.',
  sections: [
    {
      id: 'collection',
      title: 'Datos que recogemos',
      paragraphs: [
        '{accounts} Recogemos los datos necesarios para su solicitud y su cuenta. Usted mismo nos los facilita, o proceden del uso del servicio.',
        '{elsewhere} Recogemos los datos necesarios para su solicitud y su área de cliente. Usted mismo nos los facilita, o proceden del uso del servicio.',
      ],
      items: [
        'identidad y datos de contacto;',
        'situación, ingresos y gastos para una solicitud de préstamo;',
        '{moves} operaciones y datos bancarios de la cuenta;',
        'conexiones y mensajes intercambiados.',
      ],
    },
    {
      id: 'usage',
      title: 'Uso de los datos',
      paragraphs: [
        '{accounts} Sirven para estudiar su solicitud, gestionar su cuenta, cumplir la ley y proteger el servicio. No los vendemos.',
        '{elsewhere} Sirven para estudiar su solicitud, seguir su expediente, cumplir la ley y proteger el servicio. No los vendemos.',
        '{lends} Conservamos un expediente aceptado durante el contrato y 5 años más. Conservamos una solicitud rechazada 2 años como máximo. Los datos de prevención del blanqueo se conservan 5 años.',
        '{transmits} Con su acuerdo, transmitimos su solicitud al prestamista que usted elija. Conservamos una solicitud transmitida 2 años como máximo después de su respuesta. Los datos de prevención del blanqueo se conservan 5 años.',
      ],
    },
    {
      id: 'rights',
      title: 'Sus derechos',
      paragraphs: [
        'Puede acceder a sus datos, rectificarlos, suprimirlos, limitar su uso, oponerse a él y recibir una copia. Respondemos en el plazo de un mes. También puede reclamar ante la autoridad francesa de protección de datos, la CNIL.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      paragraphs: [
        'El sitio no utiliza cookies publicitarias. Una cookie de medición de audiencia, si se añadiera, esperaría su consentimiento y duraría 13 meses como máximo. Rechazar es tan sencillo como aceptar.',
      ],
    },
    {
      id: 'contact',
      title: 'Contacto',
      paragraphs: [
        'Escriba a {{institution.dpoEmail}}, o por correo postal a {{institution.legalName}}, {{institution.address}}.',
      ],
    },
    {
      id: 'update',
      title: 'Última actualización',
      paragraphs: [],
    },
  ],
  lastUpdate: '2025-07-20',
  fullTextLink: 'Leer la política completa (en francés)',
};

export default summary;
