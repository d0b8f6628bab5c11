import { type Block, parseBlocks, parseFrontMatter, requiredMeta } from '../parse-text.ts';
import { fillPlaceholders, type PlaceholderValues } from '../placeholders.ts';

export type FaqQuestion = { id: string; question: string; answer: Block[] };
export type FaqGroup = { id: string; title: string; lead: string; questions: FaqQuestion[] };

/** A group is a file: each `## …` heading is a question and the blocks after it are the answer. */
export function readFaqGroup(source: string, values: PlaceholderValues): FaqGroup {
  const { meta, body } = parseFrontMatter(source);
  const questions: FaqQuestion[] = [];
  for (const block of parseBlocks(fillPlaceholders(body, values))) {
    if (block.kind === 'heading' && block.level === 2) {
      questions.push({ id: block.id, question: block.text, answer: [] });
      continue;
    }
    const current = questions.at(-1);
    if (!current) throw new Error(`FAQ group ${meta.id} answers before it asks`);
    current.answer.push(block);
  }
  return {
    id: requiredMeta(meta, 'id'),
    title: requiredMeta(meta, 'titre'),
    lead: requiredMeta(meta, 'resume'),
    questions,
  };
}
