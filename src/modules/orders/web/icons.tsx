import { icon } from '#design/parts/icon.tsx'

/** Icons of the open checkout, drawn after Lucide's (ISC), so that the checkout downloads no icon library. */
export const AddPersonIcon = icon(
  <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M13 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM19 8v6M22 11h-6" />,
)
export const CardIcon = icon(
  <path d="M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM2 10h20" />,
)
export const CoinsIcon = icon(
  <path d="M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM18.09 10.37A6 6 0 1 1 10.34 18M7 6h1v4M16.71 13.88l.7.71-2.82 2.82" />,
)
export const CrossIcon = icon(<path d="M18 6 6 18M6 6l12 12" />)
export const DownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const TimerIcon = icon(<path d="M10 2h4M12 14l3-3M20 14a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z" />)
