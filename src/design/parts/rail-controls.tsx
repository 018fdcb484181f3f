import { useEffect, useState, type RefObject } from 'react'
import { useKitTexts } from '../kit-texts.ts'
import { BackIcon, ForwardIcon } from './control-icons.tsx'

/** Arrow buttons for a mouse and dots for the length of a row, over and below it. */
export default function RailControls({ row }: { row: RefObject<HTMLUListElement | null> }) {
  const t = useKitTexts()
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
  }, [row])
  const turn = (by: number): void =>
    row.current?.scrollBy({ left: by * row.current.clientWidth, behavior: 'smooth' })
  return (
    <>
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
    </>
  )
}
