import { expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { drawPaper } from './paper.ts';
import { french } from './paper-language.ts';

const OPTIONS = {
  institution: institutionSchema.parse(demonstration),
  now: new Date('2026-11-20T12:00:00Z'),
  language: french(),
  title: 'Attestation',
};

const draw = (text: string) =>
  drawPaper(OPTIONS, async (paper) => {
    paper.title('Attestation', 'Un essai');
    paper.paragraph(text);
    paper.paragraph(text, 'strong');
  });

test('a document is the same to the byte whatever other documents set its words before', async () => {
  const text =
    'Le prêteur, établi à Paris, atteste que le crédit « Véhicule » est remboursé par anticipation.';
  const first = await draw(text);
  await draw('Avant le crédit, à Paris : un autre véhicule, et de nouveaux mots.');
  expect(Buffer.from(await draw(text)).equals(Buffer.from(first))).toBe(true);
});

test('a document has every word of its text when those kept were too many', async () => {
  const many = Array.from({ length: 2_100 }, (_, index) => `mot${index}`).join(' ');
  const first = await draw(many);
  expect(Buffer.from(await draw(many)).equals(Buffer.from(first))).toBe(true);
});
