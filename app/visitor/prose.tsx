import type { Block, Inline } from '#content/parse-text.ts';
import { withVisibleSpaces } from '../i18n/visible-spaces.ts';

function Words({ content }: { content: readonly Inline[] }) {
  return content.map((part, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
    if (part.kind === 'strong')
      return (
        <strong key={index} lang={part.lang}>
          {withVisibleSpaces(part.text)}
        </strong>
      );
    if (part.kind === 'link')
      return (
        <a key={index} href={part.href} rel={part.href.startsWith('https:') ? 'noreferrer' : undefined}>
          {withVisibleSpaces(part.text)}
        </a>
      );
    if (part.lang)
      return (
        <span key={index} lang={part.lang}>
          {withVisibleSpaces(part.text)}
        </span>
      );
    return withVisibleSpaces(part.text);
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
  });
}

function BlockElement({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return (
      <Heading id={block.id} lang={block.lang}>
        {withVisibleSpaces(block.text)}
      </Heading>
    );
  }
  if (block.kind === 'paragraph')
    return (
      <p data-loud={block.loud}>
        <Words content={block.content} />
      </p>
    );
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change their order.
        <li key={index}>
          <Words content={item} />
        </li>
      ))}
    </List>
  );
}

/** The blocks of a text as elements, never as HTML strings: a text can contain only words and links. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change their order.
    <BlockElement key={index} block={block} />
  ));
}

type Heading = Extract<Block, { kind: 'heading' }>;

/** The table of contents: folded above the text on a telephone, open beside it where there is room. */
function Parts({ parts, label }: { parts: readonly Heading[]; label: string }) {
  const list = (
    <ol>
      {parts.map(({ id, text, level }) => (
        <li key={id}>
          <a href={`#${id}`} data-level={level}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className="parts" aria-label={label}>
      <details className="parts-fold">
        <summary>{label}</summary>
        {list}
      </details>
      <div className="parts-open">
        <p className="eyebrow">{label}</p>
        {list}
      </div>
    </nav>
  );
}

/** A long text with its table of contents. */
export function LongText({ blocks, contentsLabel }: { blocks: readonly Block[]; contentsLabel: string }) {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block] : []));
  const large = headings.filter(({ level }) => level === 2);
  // A text with two parts lists its articles.
  const parts = large.length < 3 ? headings : large;
  return (
    <div className="long-text">
      {parts.length < 3 ? null : <Parts parts={parts} label={contentsLabel} />}
      <div className="prose">
        <Blocks blocks={blocks} />
      </div>
    </div>
  );
}
