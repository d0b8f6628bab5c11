import Search from 'lucide-react/icons/search';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
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
  /** Whether it has acts of its own, which the right arrow shows. */
  hasActs?: boolean;
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

/** What shows the acts of an entry, and goes back to the entries. */
interface Acts {
  /** The word of the entry that shows them on a small screen, which has no arrow keys. */
  readonly word: string;
  readonly isShown: boolean;
  readonly onShow: (key: string) => void;
  readonly onBack: () => void;
}

const focusedEntry = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('[data-focused]') ?? null;

/** The right arrow at the end of the text shows the acts of the focused entry, the left one goes back. */
function ActKeys({
  field,
  list,
  acts,
  groups,
}: {
  field: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLElement | null>;
  acts: Acts;
  groups: readonly CommandGroup[];
}) {
  const latest = useRef({ acts, groups });
  useEffect(() => {
    latest.current = { acts, groups };
  });
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const onKey = (event: KeyboardEvent) => {
      const { isShown, onShow, onBack } = latest.current.acts;
      const isAtEnd =
        input.selectionStart === input.value.length && input.selectionEnd === input.value.length;
      const key = focusedEntry(list.current)?.dataset.key;
      const entry = latest.current.groups.flatMap(({ items }) => items).find((item) => item.key === key);
      const shows = event.key === 'ArrowRight' && isAtEnd && entry?.hasActs;
      if (!shows && !(event.key === 'ArrowLeft' && isShown)) return;
      event.preventDefault();
      event.stopPropagation();
      if (shows) onShow(entry.key);
      else onBack();
    };
    input.addEventListener('keydown', onKey);
    return () => input.removeEventListener('keydown', onKey);
  }, [field, list]);
  return null;
}

/**
 * Focuses the first entry when the entries change and none has the focus: the one that had it may have gone with an older answer, and Enter would
 * open nothing.
 */
function FirstEntry({
  field,
  list,
  keys,
}: {
  field: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLElement | null>;
  /** The keys of the entries; empty when none is to be focused. */
  keys: string;
}) {
  useEffect(() => {
    if (keys === '') return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== field.current || focusedEntry(list.current)) return;
      // The list goes to its first entry at this key; the text's caret does not move at a key that the code presses.
      field.current?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true }),
      );
    });
    return () => cancelAnimationFrame(frame);
  }, [field, list, keys]);
  return null;
}

const narrow = '(max-width: 767px)';

/** Whether the screen is a telephone's. */
const useIsNarrow = () =>
  useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(narrow);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(narrow).matches,
  );

/** The entries by group; one that is chosen closes the palette first. */
function CommandMenu({
  label,
  groups,
  emptyText,
  acts,
  onClose,
}: {
  label: string;
  groups: readonly CommandGroup[];
  emptyText: string;
  acts?: Acts | undefined;
  onClose: () => void;
}) {
  const isNarrow = useIsNarrow();
  return (
    <Menu
      className="palette-menu"
      aria-label={label}
      renderEmptyState={() => <p className="float-empty">{emptyText}</p>}
    >
      {groups.map((group) => (
        <MenuSection key={group.key} className="float-section" aria-label={group.title}>
          <Header className="float-title">{group.title}</Header>
          {group.items.map((item) => (
            <Fragment key={item.key}>
              <MenuItem
                id={item.key}
                className="float-item"
                textValue={item.keywords ? `${item.label} ${item.keywords}` : item.label}
                onAction={() => {
                  onClose();
                  item.onAction();
                }}
              >
                {item.icon}
                <span className="menu-item-text">{item.label}</span>
                {item.detail ? <span className="float-detail">{item.detail}</span> : null}
                {item.shortcut ? <Kbd keys={item.shortcut} /> : null}
              </MenuItem>
              {item.hasActs && acts && isNarrow ? (
                <MenuItem
                  id={`acts-${item.key}`}
                  className="float-item float-acts"
                  textValue={`${acts.word} ${item.label}`}
                  aria-label={`${acts.word} – ${item.label}`}
                  onAction={() => acts.onShow(item.key)}
                >
                  <span className="menu-item-text">{acts.word}</span>
                </MenuItem>
              ) : null}
            </Fragment>
          ))}
        </MenuSection>
      ))}
    </Menu>
  );
}

interface CommandPaletteProps {
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
  acts?: Acts | undefined;
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
  acts,
}: CommandPaletteProps) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const { contains } = useFilter({ sensitivity: 'base', ignorePunctuation: true });
  const matches = (text: string, typed: string) =>
    typed
      .trim()
      .split(/\s+/)
      .every((word) => contains(text, word));
  const keys = groups.flatMap(({ items }) => items.map(({ key }) => key)).join(' ');
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
              <CommandMenu
                label={label}
                groups={groups}
                emptyText={emptyText}
                acts={acts}
                onClose={() => onOpenChange(false)}
              />
              <FocusInSight list={list} />
              {acts ? <ActKeys field={field} list={list} acts={acts} groups={groups} /> : null}
              <FirstEntry field={field} list={list} keys={query || acts?.isShown ? keys : ''} />
            </section>
          </Autocomplete>
          {footer ? <div className="palette-foot">{footer}</div> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
