import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';

export type AccordionItem = { id?: string; title: ReactNode; content: ReactNode };

/**
 * One open at a time, and that one can be closed again. Native details with a shared name: it opens without JavaScript
 * and when the reader searches the page.
 */
export function Accordion({
  items,
  name,
  headingLevel: Heading = 'h3',
  defaultOpen,
}: {
  items: readonly AccordionItem[];
  name?: string;
  headingLevel?: 'h2' | 'h3' | 'h4';
  /** Index of the item that is open at first. */
  defaultOpen?: number;
}) {
  const ownName = useId();
  return (
    <div className="accordion">
      {items.map((item, index) => (
        <details
          key={item.id ?? index}
          id={item.id}
          name={name ?? ownName}
          className="accordion-item"
          open={index === defaultOpen || undefined}
        >
          <summary className="accordion-head">
            <Heading className="accordion-title">{item.title}</Heading>
            <ChevronDown className="accordion-chevron" aria-hidden="true" />
          </summary>
          <div className="accordion-body">{item.content}</div>
        </details>
      ))}
    </div>
  );
}

/** A single fold: secondary matter that would make the screen long. */
export function Disclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary>
        <ChevronDown className="disclosure-chevron" aria-hidden="true" />
        {title}
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
