import type { ReactNode } from 'react'

interface IconProps {
  readonly size?: number
  readonly className?: string
}

/** The icons of every page, drawn after Lucide's (ISC) without its script, to keep the first script small. */
export function icon(children: ReactNode) {
  return function Icon({ size = 22, className }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className}
        aria-hidden="true"
      >
        {children}
      </svg>
    )
  }
}

export const SearchIcon = icon(<path d="m21 21-4.34-4.34M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z" />)
export const PersonIcon = icon(
  <path d="M17 8A5 5 0 1 1 7 8a5 5 0 0 1 10 0ZM20 21a8 8 0 0 0-16 0" />,
)
export const CheckIcon = icon(<path d="M20 6 9 17l-5-5" />)
export const DeviceIcon = icon(
  <path d="M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM8 21h8M12 17v4" />,
)
export const MoonIcon = icon(<path d="M20.99 12.49A9 9 0 1 1 11.51 3.01 7 7 0 0 0 20.99 12.49Z" />)
export const SunIcon = icon(
  <path d="M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41" />,
)
export const OfflineIcon = icon(
  <path d="M12 20h.01M8.5 16.43a5 5 0 0 1 7 0M5 12.86a10 10 0 0 1 5.17-2.69M19 12.86a10 10 0 0 0-2-1.52M2 8.82a15 15 0 0 1 4.18-2.64M22 8.82a15 15 0 0 0-11.29-3.77M2 2l20 20" />,
)
