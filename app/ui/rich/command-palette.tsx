import Search from 'lucide-react/icons/search';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { Kbd } from '../layout.tsx';

export type Command = {
  key: string;
  label: string;
  detail?: ReactNode;
  icon?: ReactNode;
  /** Additional search terms: e-mail, IBAN, reference. */
  keywords?: string;
  shortcut?: readonly string[];
  onAction: () => void;
};

export type CommandGroup = { key: string; title: string; items: readonly Command[] };

/** Types early input into the field, so that its first result is what Enter opens. */
function EarlyText({ field, take }: { field: RefObject<HTMLInputElement | null>; take: () => string }) {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    // After the list listens to the field, which is once everything inside it is mounted.
    const timer = setTimeout(() => {
      const input = field.current;
      input?.focus();
      const text = latest.current();
      if (!input || !text) return;
      // The user may have typed meanwhile.
      input.setSelectionRange(0, 0);
      // The list selects its first entry on this event, which `execCommand` does not send.
      input.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'insertText', data: text, bubbles: true }),
      );
      document.execCommand('insertText', false, text);
      input.setSelectionRange(input.value.length, input.value.length);
    });
    return () => clearTimeout(timer);
  }, [field]);
  return null;
}

/** Keeps the entry under the arrows in sight when results arrive or the window changes its size: the list scrolls to it only when it moves. */
function FocusInSight({ list }: { list: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const frame = list.current;
    if (!frame) return;
    const observer = new ResizeObserver(() =>
      frame.querySelector('[data-focused]')?.scrollIntoView({ block: 'nearest' }),
    );
    for (const element of [frame, ...frame.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return null;
}

/** Every destination and action, searchable. Opened with Ctrl or Cmd and K by `useCommandKey` (../command-key.ts). */
export function CommandPalette({
  open,
  onOpenChange,
  label,
  placeholder,
  emptyText,
  groups,
  query,
  onQueryChange,
  filter = true,
  footer,
  takeEarlyText,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  placeholder: string;
  emptyText: string;
  groups: readonly CommandGroup[];
  /** Controlled text, for results that come from the server; then `filter` is false. */
  query?: string;
  onQueryChange?: (query: string) => void;
  filter?: boolean;
  footer?: ReactNode;
  /** Returns what was typed before the field was ready. */
  takeEarlyText?: () => string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const { contains } = useFilter({ sensitivity: 'base', ignorePunctuation: true });
  const matches = (text: string, typed: string) =>
    typed
      .trim()
      .split(/\s+/)
      .every((word) => contains(text, word));
  return (
    <ModalOverlay
      className="modal-scrim palette-scrim"
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable
    >
      <Modal className="palette">
        <Dialog className="palette-frame" aria-label={label}>
          <Autocomplete
            inputValue={query}
            onInputChange={onQueryChange}
            filter={filter ? matches : undefined}
          >
            <SearchField className="palette-search" aria-label={label} autoFocus>
              <Search aria-hidden="true" />
              <Input className="palette-input" placeholder={placeholder} ref={field} />
            </SearchField>
            {takeEarlyText ? <EarlyText field={field} take={takeEarlyText} /> : null}
            {/* Focusable, because content beyond the edge must be readable before anything is typed. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus (WCAG 2.1.1). */}
            <section className="palette-list" aria-label={label} tabIndex={0} ref={list}>
              <Menu
                className="palette-menu"
                aria-label={label}
                renderEmptyState={() => <p className="float-empty">{emptyText}</p>}
              >
                {groups.map((group) => (
                  <MenuSection key={group.key} className="float-section" aria-label={group.title}>
                    <Header className="float-title">{group.title}</Header>
                    {group.items.map((item) => (
                      <MenuItem
                        key={item.key}
                        id={item.key}
                        className="float-item"
                        textValue={item.keywords ? `${item.label} ${item.keywords}` : item.label}
                        onAction={() => {
                          onOpenChange(false);
                          item.onAction();
                        }}
                      >
                        {item.icon}
                        <span className="menu-item-text">{item.label}</span>
                        {item.detail ? <span className="float-detail">{item.detail}</span> : null}
                        {item.shortcut ? <Kbd keys={item.shortcut} /> : null}
                      </MenuItem>
                    ))}
                  </MenuSection>
                ))}
              </Menu>
              <FocusInSight list={list} />
            </section>
          </Autocomplete>
          {footer ? <div className="palette-foot">{footer}</div> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
