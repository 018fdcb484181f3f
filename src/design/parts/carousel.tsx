import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useKitTexts } from '../kit-texts.ts'
import { BackIcon, ForwardIcon } from './control-icons.tsx'

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
  const t = useKitTexts()
  const row = useRef<HTMLUListElement>(null)
  const [{ pages, page }, setPlace] = useState({ pages: 1, page: 0 })
  useEffect(() => {
    const { current } = row
    if (!current) return undefined
    const look = (): void => {
      const { scrollWidth, clientWidth, scrollLeft } = current
      // A row without a width has no pages: while it is hidden, for instance.
      const most = clientWidth > 0 ? scrollWidth - clientWidth : 0
      const count = most > 1 ? Math.ceil(scrollWidth / clientWidth) : 1
      const here = most > 1 ? Math.round((scrollLeft / most) * (count - 1)) : 0
      setPlace((before) =>
        before.pages === count && before.page === here ? before : { pages: count, page: here },
      )
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(current)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [])
  const turn = (by: number): void =>
    row.current?.scrollBy({ left: by * row.current.clientWidth, behavior: 'smooth' })
  return (
    <section aria-label={label} className="carousel">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={row} tabIndex={0} className={`rail ${className ?? ''}`}>
        {children}
      </ul>
      {pages > 1 && (
        <>
          <button
            type="button"
            className="carousel-arrow"
            aria-label={t('previous')}
            disabled={page === 0}
            onClick={() => turn(-1)}
          >
            <BackIcon />
          </button>
          <button
            type="button"
            className="carousel-arrow"
            aria-label={t('next')}
            disabled={page === pages - 1}
            onClick={() => turn(1)}
          >
            <ForwardIcon />
          </button>
        </>
      )}
      <div className="carousel-dots" aria-hidden="true">
        {pages > 1 &&
          Array.from({ length: pages }, (_, index) => (
            <span key={index} className={index === page ? 'is-here' : ''} />
          ))}
      </div>
    </section>
  )
}
