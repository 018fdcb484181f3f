import { icon } from './icon.tsx'

/** Icons of components, drawn after Lucide's (ISC); pages use `lucide-react` for all others. */
export const AlertIcon = icon(
  <path d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0ZM12 8v4M12 16h.01" />,
)
export const MinusIcon = icon(<path d="M5 12h14" />)
export const PlusIcon = icon(<path d="M5 12h14M12 5v14" />)
export const BackIcon = icon(<path d="m15 18-6-6 6-6" />)
export const ForwardIcon = icon(<path d="m9 18 6-6-6-6" />)
