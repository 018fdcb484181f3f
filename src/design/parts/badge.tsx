import type { ReactNode } from 'react'

interface BadgeProps {
  readonly tone?: 'good' | 'warn' | 'bad' | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** A state in one or two words, never expressed by colour alone. */
export function Badge({ tone, className, children }: BadgeProps) {
  return (
    <span className={`badge ${tone ? `badge-${tone}` : ''} ${className ?? ''}`}>{children}</span>
  )
}
