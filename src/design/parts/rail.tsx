import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { late } from '../late.ts'

const load = () => import('./rail-controls.tsx')
const Controls = import.meta.env.SSR ? (await load()).default : lazy(() => late(load()))

/** A `Carousel` of links for pages that are shown before its script: arrows and dots come later, and shift nothing. */
export function Rail(props: { label: string; className: string; children: ReactNode }) {
  const row = useRef<HTMLUListElement>(null)
  return (
    <div className="carousel">
      <ul ref={row} aria-label={props.label} className={`rail ${props.className}`}>
        {props.children}
      </ul>
      <Suspense>
        <Controls row={row} />
      </Suspense>
    </div>
  )
}
