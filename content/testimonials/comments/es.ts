import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'La asesora me explicó la TAE línea por línea. Reduje el importe después de hablarlo con ella y no me arrepiento.',
  2: 'Tuve que enviar otra vez un justificante de domicilio porque el mío era antiguo. Después, cada etapa aparecía en mi área de cliente.',
  3: 'Nadie me metió prisa para firmar. Guardé la oferta diez días y la comparé con otras dos antes de decidir.',
  4: 'El cuadro de amortización coincide al céntimo con mis cargos. Me habría gustado poder elegir la fecha de vencimiento.',
  5: 'El documento comparaba el coste de mis tres créditos con el de la reunificación. Elegí sabiendo lo que pagaba de más.',
  6: 'Mi solicitud fue rechazada. El motivo era claro, pero habría preferido saberlo por teléfono y no por mensaje.',
  7: 'Devolví la mitad de mi préstamo antes del final, sin gastos. Recibí el nuevo cuadro enseguida.',
  8: 'El simulador da el coste total y no solo la cuota. Eso me hizo elegir un plazo más corto.',
  9: 'Después de perder mi empleo, llamé antes del primer impago. Juntos acordamos un aplazamiento de las cuotas.',
  10: 'El equipo es serio y responde a las preguntas. En cambio, mi expediente de autónomo requirió varias aclaraciones.',
};

export default comments;
