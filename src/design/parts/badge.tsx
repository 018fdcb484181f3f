import type { ReactNode } from 'react'

interface BadgeProps {
  readonly tone?: 'good' | 'warn' | 'bad' | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** A state in a word or two; the colour never says it alone. */
export function Badge({ tone, className, children }: BadgeProps) {
  return (
    <span className={`badge ${tone ? `badge-${tone}` : ''} ${className ?? ''}`}>{children}</span>
  )
}
