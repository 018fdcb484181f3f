interface SkeletonProps {
  /** What is loading, for a screen reader; absent where something around says it. */
  readonly label?: string
  /** Sizes of the blocks, as utilities: `h-40`, `h-5 w-4/5`. */
  readonly blocks?: readonly string[]
  readonly className?: string
}

/** The shape of what is coming, as large as it will be, so that nothing jumps. */
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
