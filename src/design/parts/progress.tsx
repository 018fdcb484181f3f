interface ProgressProps {
  /** The running task, for screen readers. */
  readonly label: string
  /** Progress so far; absent if the duration is unknown. */
  readonly value?: number
  readonly max?: number
  readonly className?: string
}

/** A progress bar. */
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
