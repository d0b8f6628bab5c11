import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: 'The adviser explained the APR line by line. I lowered the amount after talking it over with her, and I have no regrets.',
  2: 'I had to send a proof of address again because mine was too old. After that, each step was shown in my client area.',
  3: 'Nobody pressed me to sign. I kept the offer for ten days and compared it with two others before deciding.',
  4: 'The repayment schedule matches my debits to the cent. I would have liked to choose the due date.',
  5: 'The document compared the cost of my three loans with that of the consolidation. I chose knowing what I paid on top.',
  6: 'My request was refused. The reason was clear, but I would rather have heard it by phone than by message.',
  7: 'I repaid half of my loan early, at no charge. I received the new schedule straight afterwards.',
  8: 'The simulator gives the total cost and not only the instalment. That is what made me choose a shorter term.',
  9: 'After losing my job, I called before the first missed payment. Together we found a way to defer instalments.',
  10: 'The team is serious and answers questions. My file as a self-employed person, however, took several exchanges.',
};

export default comments;
