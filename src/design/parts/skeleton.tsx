interface SkeletonProps {
  /** What is loading, for screen readers; absent if a parent says it. */
  readonly label?: string
  /** Sizes of the blocks, as utilities: `h-40`, `h-5 w-4/5`. */
  readonly blocks?: readonly string[]
  readonly className?: string
}

/** A placeholder with the size of the content, so that the layout does not shift. */
export function Skeleton({ label, blocks = ['h-40'], className }: SkeletonProps) {
  return (
    <div className={`space-y-near ${className ?? ''}`} aria-busy="true">
      {label !== undefined && <span className="sr-only">{label}</span>}
      {blocks.map((block, index) => (
        <div key={index} className={`skeleton ${block}`} />
      ))}
    </div>
  )
}
