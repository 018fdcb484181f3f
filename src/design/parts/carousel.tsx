import { useRef, type ReactNode } from 'react'
import RailControls from './rail-controls.tsx'

interface CarouselProps {
  /** Accessible name of the row. */
  readonly label: string
  /** Widths of the items (`auto-cols-…`) and gaps, as utilities. */
  readonly className?: string
  /** `<li>` elements. */
  readonly children: ReactNode
}

/** A row that is swiped on phones and scrolled by arrow buttons with a mouse; dots show its length. */
export function Carousel({ label, className, children }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  return (
    <section aria-label={label} className="carousel">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={row} tabIndex={0} className={`rail ${className ?? ''}`}>
        {children}
      </ul>
      <RailControls row={row} />
    </section>
  )
}
