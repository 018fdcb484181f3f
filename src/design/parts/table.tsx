import { useState, type ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly title: ReactNode
  /** `end`: numbers, aligned to the right. */
  readonly align?: 'end'
  /** Compares two rows, smallest first; without it the column is not sortable. */
  readonly compare?: (left: Row, right: Row) => number
  readonly renderCell: (row: Row) => ReactNode
  /** The column with the row's name. */
  readonly isHeader?: boolean
  /** Of its cells, for a column that only wide pages show. */
  readonly className?: string
}

interface TableProps<Row> {
  /** The table's caption for screen readers; also the name of its scrollable area. */
  readonly caption: string
  readonly isCaptionShown?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** On phones each row becomes a block of named values, for tables too wide for them. */
  readonly isStacked?: boolean
  /** The initial sort order; by default the order of `rows`. */
  readonly sortedBy?: { readonly key: string; readonly isDescending?: boolean }
  /** Shown instead of rows if there are none. */
  readonly empty?: ReactNode
  readonly className?: string
}

/** A table; clicking a sortable column's heading sorts by it, clicking again reverses the order. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, isCaptionShown, columns, rows, keyOf, empty, className, isStacked } = props
  // Some browsers take away the meaning of a table whose rows are displayed as blocks.
  const role = (name: string) => (isStacked ? { role: name } : {})
  const [order, setOrder] = useState(props.sortedBy)
  const compare = columns.find(({ key }) => key === order?.key)?.compare
  const direction = order?.isDescending ? -1 : 1
  const shown = compare ? rows.toSorted((left, right) => direction * compare(left, right)) : rows
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  return (
    <div
      // No landmark: it is often in a section with the same name.
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
      role="group"
      aria-label={caption}
      // Keyboard users scroll it with the arrow keys.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`overflow-x-auto ${className ?? ''}`}
    >
      <table className={isStacked ? 'table is-stacked' : 'table'} {...role('table')}>
        <caption className={isCaptionShown ? 'pb-near text-left font-semibold' : 'sr-only'}>
          {caption}
        </caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                role={role('columnheader')}
                direction={order?.key === column.key && compare ? direction : undefined}
                onSort={(isDescending) => setOrder({ key: column.key, isDescending })}
              />
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {shown.map((row) => (
            <tr key={keyOf(row)} {...role('row')}>
              {columns.map(({ key, title, renderCell, isHeader, ...looks }) =>
                isHeader ? (
                  <th key={key} scope="row" className={cellClass(looks)} {...role('rowheader')}>
                    {renderCell(row)}
                  </th>
                ) : (
                  <td
                    key={key}
                    className={cellClass(looks)}
                    data-label={isStacked && typeof title === 'string' ? title : undefined}
                    {...role('cell')}
                  >
                    {renderCell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellClass({ align, className }: Pick<Column<unknown>, 'align' | 'className'>) {
  return [align && `is-${align}`, className].filter(Boolean).join(' ') || undefined
}

function HeadCell<Row>(props: {
  column: Column<Row>
  role: { readonly role?: string }
  direction: 1 | -1 | undefined
  onSort: (isDescending: boolean) => void
}) {
  const { column, role, direction, onSort } = props
  const words = { 1: 'ascending', [-1]: 'descending' } as const
  return (
    <th
      scope="col"
      {...role}
      className={cellClass(column)}
      aria-sort={direction && words[direction]}
    >
      {column.compare ? (
        <button type="button" className="table-sort" onClick={() => onSort(direction === 1)}>
          {column.title}
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}
