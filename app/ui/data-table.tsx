import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';

/*
 * The pieces of a working table: sorted, selected, opened by keyboard. The model (TanStack Table or the server) stays
 * with the screen. In each row one RowLink names the row and opens it; up, down, Home and End move between them.
 */

export function DataTable({
  caption,
  isTitled = false,
  busy,
  children,
}: {
  caption: ReactNode;
  /** Whether the caption is shown: where several tables stand below each other. */
  isTitled?: boolean;
  /** New rows are loading: the old ones stay, dimmed. */
  busy?: boolean;
  children: ReactNode;
}) {
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const current = (event.target as HTMLElement).closest('[data-row-link]');
    if (!current) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
    const at = links.indexOf(current as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || !links[to]) return;
    event.preventDefault();
    links[to].focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows only move the focus between the rows' own links.
    <div className="table-scroll" aria-busy={busy || undefined} onKeyDown={keys}>
      <table className="sheet data-table" data-stack>
        <caption className={isTitled ? 'table-title' : 'visually-hidden'}>{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export type SortDirection = 'ascending' | 'descending';

export function SortHeader({
  children,
  direction,
  onSort,
  numeric,
}: {
  children: ReactNode;
  /** Undefined when the table is not sorted by this column. */
  direction?: SortDirection;
  onSort?: () => void;
  numeric?: boolean;
}) {
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={direction} data-numeric={numeric || undefined}>
      {onSort ? (
        <button
          type="button"
          className="sort-button"
          onClick={onSort}
          data-sorted={direction !== undefined || undefined}
        >
          {children}
          <Icon aria-hidden="true" />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

const CONTROLS = 'a, button, input, label, select';

/**
 * A row that a press anywhere opens, through its RowLink. A button that does something at once carries data-row-link="act": it stands for its row
 * by keyboard, and only a press on itself presses it.
 */
export function DataRow({ selected, children, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) {
  const pressed = useRef<{ readonly control: HTMLElement | null; readonly x: number; readonly y: number }>(
    null,
  );
  const rememberPress = ({ target, clientX, clientY }: MouseEvent<HTMLTableRowElement>) => {
    pressed.current = { control: (target as HTMLElement).closest(CONTROLS), x: clientX, y: clientY };
  };
  const open = ({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLTableRowElement>) => {
    if ((target as HTMLElement).closest(CONTROLS)) return;
    const { control = null, x, y } = pressed.current ?? {};
    // Rows that arrive during a press may shift the columns: a press that began on a button does not open the row. A press on a button leaves
    // text selected that was selected before: it says nothing about this press.
    if (control) {
      if (x === clientX && y === clientY && currentTarget.contains(control)) control.click();
    } else if (!getSelection()?.toString())
      currentTarget.querySelector<HTMLElement>('[data-row-link]:not([data-row-link="act"])')?.click();
  };
  return (
    // By keyboard the row's own link or button opens it.
    <tr
      {...rest}
      className="data-row"
      data-selected={selected || undefined}
      onMouseDown={rememberPress}
      onClick={open}
    >
      {children}
    </tr>
  );
}

/** A cell; `label` names its column again on telephones. */
export function DataCell({
  label,
  numeric,
  rowHeader,
  children,
  ...rest
}: Omit<ComponentProps<'td'>, 'scope'> & { label?: ReactNode; numeric?: boolean; rowHeader?: boolean }) {
  const Cell = rowHeader ? 'th' : 'td';
  return (
    <Cell
      {...rest}
      scope={rowHeader ? 'row' : undefined}
      data-numeric={numeric || undefined}
      className={numeric ? 'tabular' : undefined}
    >
      {label ? (
        <span className="table-label" aria-hidden="true">
          {label}
        </span>
      ) : null}
      <span className="table-value">{children}</span>
    </Cell>
  );
}

/** The button that names a row and opens it. For rows with an address, put data-row-link and .row-link on a Link. */
export function RowLink(props: ComponentProps<'button'>) {
  return <button type="button" {...props} data-row-link className="row-link" />;
}

export function SelectBox({
  label,
  some,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & {
  label: string /** Some of several are selected. */;
  some?: boolean;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = Boolean(some);
  }, [some]);
  return (
    <span className="check select-box">
      <input {...rest} ref={box} type="checkbox" className="check-input" aria-label={label} />
    </span>
  );
}

/** What can be done with the selected rows. */
export function BulkBar({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="bulk-bar">
      <p className="tabular" role="status">
        {summary}
      </p>
      <div className="cluster">{children}</div>
    </div>
  );
}
