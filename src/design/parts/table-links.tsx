import { useLocale } from '../texts.tsx'

interface TableLinksProps {
  /** Of the table, with or without a query. */
  readonly href: string
  /** What it is, as CSV. */
  readonly label: string
}

/** Downloads of a table for spreadsheet programs, in the language of the page: browsers send their own with a link. */
export function TableLinks({ href, label }: TableLinksProps) {
  const locale = useLocale()
  const address = (format: 'csv' | 'xlsx') =>
    `${href}${href.includes('?') ? '&' : '?'}format=${format}&locale=${locale}`
  return (
    <span className="flex gap-x-near">
      <a className="link inline-flex min-h-11 items-center" href={address('csv')} download>
        {label}
      </a>
      <a
        className="link inline-flex min-h-11 items-center"
        href={address('xlsx')}
        aria-label={`${label}, XLSX`}
        download
      >
        XLSX
      </a>
    </span>
  )
}
