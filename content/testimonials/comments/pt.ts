import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'A consultora explicou-me a TAEG linha a linha. Reduzi o montante depois de falar com ela e não me arrependo.',
  2: 'Tive de enviar outro comprovativo de morada porque o meu era antigo. Depois, cada etapa estava indicada na minha área de cliente.',
  3: 'Ninguém me apressou a assinar. Guardei a oferta dez dias e comparei-a com outras duas antes de decidir.',
  4: 'O plano de reembolso corresponde ao cêntimo aos meus débitos. Gostaria de ter podido escolher a data de vencimento.',
  5: 'O documento comparava o custo dos meus três créditos com o da consolidação. Escolhi sabendo o que pagava a mais.',
  6: 'O meu pedido foi recusado. O motivo era claro, mas teria preferido sabê-lo por telefone e não por mensagem.',
  7: 'Reembolsei metade do meu empréstimo antes do fim, sem custos. Recebi logo o novo plano.',
  8: 'O simulador indica o custo total e não só a prestação. Foi isso que me fez escolher um prazo mais curto.',
  9: 'Depois de perder o emprego, liguei antes do primeiro incumprimento. Juntos acordámos um adiamento das prestações.',
  10: 'A equipa é séria e responde às perguntas. Já o meu processo de trabalhador independente exigiu vários contactos.',
};

export default comments;
