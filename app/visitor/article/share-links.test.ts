import { expect, test } from 'vitest';
import demo from '#content/institution/demo.ts';
import { shareHref } from './share-links.ts';

const article = { url: 'https://banque.test/article/3', title: 'TAEG & coût\u00a0: 100 % clair ?' };

test.each(demo.shareTargets)('$id carries the address of the article, whole', (target) => {
  const link = new URL(shareHref(target, article));
  const carried = [...link.searchParams.values()].join('\n');
  expect(carried).toContain(article.url);
  if (target.href.includes('{title}')) expect(carried).toContain(article.title);
  expect(link.href).not.toMatch(/[{}]/);
});

test('a messaging app and three social networks', () => {
  expect(demo.shareTargets.map(({ id }) => id)).toEqual(['whatsapp', 'facebook', 'x', 'linkedin']);
});
