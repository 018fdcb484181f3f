interface ProgressProps {
  /** What is under way; read out, not shown. */
  readonly label: string
  /** Done so far; absent where nobody knows how long it takes. */
  readonly value?: number
  readonly max?: number
  readonly className?: string
}

/** How far something has come. */
export function Progress({ label, value, max = 1, className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className={`progress ${className ?? ''}`}
    />
  )
}
