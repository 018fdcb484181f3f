/** Synchronises the items of one vertical with the index when the vertical's version changes. */
import type { Context } from '#platform/context.ts'
import { itemDocument } from './documents.ts'
import type { ItemTarget, Target } from './targets.ts'
import type { SearchSource } from './search-source.ts'
import type { TextIndex } from './text-index.ts'

/** Interval at which the version is read, in milliseconds. */
const versionMilliseconds = 1_000

export class SourceSync {
  #version: string | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #syncing: Promise<void> | null = null
  #targets: readonly ItemTarget[] = []

  readonly #source: SearchSource
  readonly #index: TextIndex<Target>

  constructor(source: SearchSource, index: TextIndex<Target>) {
    this.#source = source
    this.#index = index
  }

  /** Only the first query waits; later changes are applied in the background. */
  async refresh(context: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
    if (performance.now() - this.#readAt < versionMilliseconds) return
    this.#syncing ??= this.#sync(context).finally(() => (this.#syncing = null))
    if (this.#version === null) await this.#syncing
    else
      this.#syncing.catch((error: unknown) =>
        context.log.warn({ err: error, source: this.#source.name }, 'reading search items failed'),
      )
  }

  async #sync(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
    const version = await this.#source.readVersion(context)
    if (version !== this.#version) {
      const items = await this.#source.listItems(context)
      for (const target of this.#targets) this.#index.remove(target)
      this.#targets = items.map((item): ItemTarget => ({
        kind: 'Item',
        id: item.id,
        source: this.#source.name,
        item,
      }))
      for (const target of this.#targets) this.#index.add(itemDocument<Target>(target, target.item))
      this.#version = version
    }
    this.#readAt = performance.now()
  }
}
