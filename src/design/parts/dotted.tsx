import type { ReactNode } from 'react'

interface DottedProps {
  /** What is missing is left out. */
  readonly facts: readonly ReactNode[]
  readonly className?: string
}

/** Facts in a row with dots between them; no line ends or begins with a dot. */
export function Dotted({ facts, className = '' }: DottedProps) {
  return (
    <span className={`dotted ${className}`}>
      {facts.map((fact, at) => fact && <span key={at}>{fact}</span>)}
    </span>
  )
}
