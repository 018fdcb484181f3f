import type { CSSProperties } from 'react'
import { zoneVariable } from './theme.ts'

/** The marks of `sprites.ts` as paths in a box of 18. */
const marks: readonly string[] = [
  '',
  'M9 7a2 2 0 1 0 .01 0z',
  'M5 8.2h8v1.6H5z',
  'M9 5.5l3.4 6H5.6z',
  'M8.2 5h1.6v8H8.2z',
  'M7 7h4v4H7z',
  'M9 5.4L12.6 9 9 12.6 5.4 9z',
  'M5.5 8.3h7v1.4h-7zM8.3 5.5h1.4v7H8.3z',
]

/** A seat in its zone's colour and with its mark, for legends. `zone` is the index in the layout. */
export function ZoneSwatch({ zone }: { readonly zone: number }) {
  const style: CSSProperties = { color: `var(${zoneVariable(zone)})` }
  return (
    <svg className="seatmap-swatch" viewBox="0 0 18 18" aria-hidden="true" style={style}>
      <path
        d="M4 1h10a3 3 0 0 1 3 3v6a7 7 0 0 1-7 7H8a7 7 0 0 1-7-7V4a3 3 0 0 1 3-3z"
        fill="currentColor"
      />
      <path d={marks[zone % marks.length]} fill="var(--map-on-zone)" />
    </svg>
  )
}
