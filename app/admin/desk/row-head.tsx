export interface RowColumn {
  readonly label: string;
  readonly isNumeric?: boolean;
  /** Left out where the table is narrow, as the `data-col="extra"` of its cells. */
  readonly isExtra?: boolean;
  /** The name of a column of buttons, for screen readers only. */
  readonly isSpoken?: boolean;
}

/** The names of a table's columns. */
export function RowHead({ columns }: { columns: readonly RowColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ label, isNumeric, isExtra, isSpoken }) => (
          <th
            key={label}
            scope="col"
            data-numeric={isNumeric || undefined}
            data-col={isExtra ? 'extra' : undefined}
          >
            {isSpoken ? <span className="visually-hidden">{label}</span> : label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
