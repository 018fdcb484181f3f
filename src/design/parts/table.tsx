import { useState, type ReactNode } from 'react'
import { LocalLink } from './local-link.tsx'

export interface Column<Row, Sort extends string = string> {
  readonly key: string
  readonly title: ReactNode
  /** `end`: numbers, aligned to the right. */
  readonly align?: 'end'
  /** Compares two rows, smallest first; without it the column is not sortable. */
  readonly compare?: (left: Row, right: Row) => number
  /** The orders of a list that the server sorts; without `sorting` of the table they have no effect. */
  readonly sorts?: ColumnSorts<Sort>
  readonly renderCell: (row: Row) => ReactNode
  /** The column with the row's name. */
  readonly isHeader?: boolean
  /** Of its cells: for a column that only wide pages show; `table-choice` for one of checkboxes. */
  readonly className?: string
}

interface ColumnSorts<Sort extends string> {
  readonly ascending: Sort
  readonly descending: Sort
  /** Chosen first: for numbers and times, whose largest or latest are wanted. */
  readonly isDescendingFirst?: boolean
}

interface TableProps<Row, Sort extends string> {
  /** The table's caption for screen readers; also the name of its scrollable area. */
  readonly caption: string
  readonly isCaptionShown?: boolean
  readonly columns: readonly Column<Row, Sort>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** On phones each row becomes a block of named values, for tables too wide for them. */
  readonly isStacked?: boolean
  /** The initial sort order; by default the order of `rows`. */
  readonly sortedBy?: { readonly key: string; readonly isDescending?: boolean }
  /** For rows that come in pages, sorted by the server: headings are links to the list in another order. */
  readonly sorting?: { readonly current: Sort; readonly addressOf: (sort: Sort) => string }
  /** Shown instead of rows if there are none. */
  readonly empty?: ReactNode
  readonly className?: string
}

/** A table; choosing a sortable column's heading sorts by it, choosing it again reverses the order. */
export function Table<Row, Sort extends string = string>(props: TableProps<Row, Sort>) {
  const { caption, isCaptionShown, columns, rows, keyOf, empty, className, isStacked } = props
  const { sorting } = props
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
      className={`relative overflow-x-auto ${className ?? ''}`}
    >
      <table className={isStacked ? 'table is-stacked' : 'table'} {...role('table')}>
        <caption className={isCaptionShown ? 'pb-near text-left font-semibold' : 'sr-only'}>
          {caption}
        </caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map((column) => {
              const { key, sorts } = column
              if (sorting && sorts)
                return (
                  <LinkedHeadCell
                    key={key}
                    column={column}
                    role={role('columnheader')}
                    sorts={sorts}
                    sorting={sorting}
                  />
                )
              const isSorted = order?.key === key && compare
              return (
                <HeadCell
                  key={key}
                  column={column}
                  role={role('columnheader')}
                  direction={isSorted ? direction : undefined}
                >
                  {column.compare ? (
                    <button
                      type="button"
                      className="table-sort"
                      onClick={() =>
                        setOrder({ key, isDescending: Boolean(isSorted) && direction === 1 })
                      }
                    >
                      {column.title}
                    </button>
                  ) : (
                    column.title
                  )}
                </HeadCell>
              )
            })}
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

interface HeadCellProps {
  readonly column: Pick<Column<never>, 'align' | 'className'>
  readonly role: { readonly role?: string }
  readonly direction: 1 | -1 | undefined
  readonly children: ReactNode
}

function HeadCell({ column, role, direction, children }: HeadCellProps) {
  const words = { 1: 'ascending', [-1]: 'descending' } as const
  return (
    <th
      scope="col"
      {...role}
      className={cellClass(column)}
      aria-sort={direction && words[direction]}
    >
      {children}
    </th>
  )
}

interface LinkedHeadCellProps<Sort extends string> extends Pick<HeadCellProps, 'role'> {
  readonly column: Pick<Column<never>, 'align' | 'className' | 'title'>
  readonly sorts: ColumnSorts<Sort>
  readonly sorting: NonNullable<TableProps<never, Sort>['sorting']>
}

/** A heading that opens the list sorted by it, or by it in reverse. */
function LinkedHeadCell<Sort extends string>(props: LinkedHeadCellProps<Sort>) {
  const { column, role, sorts, sorting } = props
  const { ascending, descending, isDescendingFirst = false } = sorts
  const direction =
    sorting.current === ascending ? 1 : sorting.current === descending ? -1 : undefined
  const isDescendingNext = direction === undefined ? isDescendingFirst : direction === 1
  return (
    <HeadCell column={column} role={role} direction={direction}>
      <LocalLink
        to={sorting.addressOf(isDescendingNext ? descending : ascending)}
        className="table-sort"
        preventScrollReset
        prefetch="none"
      >
        {column.title}
      </LocalLink>
    </HeadCell>
  )
}
