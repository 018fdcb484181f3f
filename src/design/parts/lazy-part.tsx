import { lazy, useState, type ComponentType } from 'react'
import { late } from '../late.ts'

/** A part of a page whose script is loaded on demand, and which `withParts` can load together with the page. */
export type LazyPart<Props extends object> = ComponentType<Props> & { load(): Promise<void> }

/**
 * Like `lazy`, but without an empty first frame if the script is there: React shows what is lazy after the page even then,
 * and the page would move.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const Late: ComponentType<Props> = lazy(() => late(load()))
  let loaded: ComponentType<Props> | undefined
  function Part(props: Props) {
    // Stays the same component, whenever the script comes.
    const [Shown] = useState(() => loaded ?? Late)
    return <Shown {...props} />
  }
  return Object.assign(Part, {
    async load() {
      loaded = (await load()).default
    },
  })
}
