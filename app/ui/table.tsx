import type { ReactNode } from 'react';

export type TableColumn<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts: right-aligned, tabular. */
  numeric?: boolean;
  /** The cell that names the row; it is the row's header. */
  rowHeader?: boolean;
  hideHeader?: boolean;
};

/** A table for reading. On telephones each row becomes a small block that repeats its column names. */
export function Table<Row>({
  caption,
  showCaption,
  columns,
  rows,
  rowKey,
  footer,
  stack = true,
}: {
  caption: ReactNode;
  showCaption?: boolean;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Rows of a tfoot, e.g. totals. */
  footer?: ReactNode;
  /** False keeps the grid and lets it scroll sideways: for schedules of figures. */
  stack?: boolean;
}) {
  return (
    // A region that scrolls must be reachable without a mouse, hence the tab stop.
    <div className="table-scroll" tabIndex={stack ? undefined : 0}>
      <table className="sheet" data-stack={stack || undefined}>
        <caption className={showCaption ? 'table-caption' : 'visually-hidden'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-numeric={column.numeric || undefined}>
                <span className={column.hideHeader ? 'visually-hidden' : undefined}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => {
                const Cell = column.rowHeader ? 'th' : 'td';
                return (
                  <Cell
                    key={column.key}
                    scope={column.rowHeader ? 'row' : undefined}
                    data-numeric={column.numeric || undefined}
                    className={column.numeric ? 'tabular' : undefined}
                  >
                    {stack && !column.rowHeader && !column.hideHeader ? (
                      <span className="table-label" aria-hidden="true">
                        {column.header}
                      </span>
                    ) : null}
                    <span className="table-value">{column.cell(row)}</span>
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
        {footer ? <tfoot>{footer}</tfoot> : null}
      </table>
    </div>
  );
}
