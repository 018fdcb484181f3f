import { placesChannel } from '#modules/inventory/server/public-api.ts'
import type { Database } from '#platform/database/database.ts'
import { Listener } from '#platform/database/change-listener.ts'

/** A subscriber to changed places. */
export interface PlaceEar {
  /** These places of an offering (0: its pools) may have changed. */
  readonly hear: (offeringId: number, items: readonly number[]) => void
  /** Notifications may have been missed. */
  readonly missed: () => void
}

/** Change notifications of places in this process, over one shared connection, opened with the first listener. */
export class PlaceNews {
  readonly #ears = new Set<PlaceEar>()
  #database: Database | null = null
  #listener: Listener | null = null
  #isClosed = false

  /** Subscribes. Nothing is received until the connection is open; `missed` reports it. */
  listen(db: Database, ear: PlaceEar): void {
    this.#ears.add(ear)
    if (this.#database === db || this.#isClosed) return
    this.#database = db
    this.#listener = new Listener(db, {
      channel: placesChannel,
      onChange: ({ topic, items }) => {
        for (const each of this.#ears) each.hear(topic, items)
      },
      onGap: () => {
        for (const each of this.#ears) each.missed()
      },
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#ears.clear()
    await this.#listener?.close()
  }
}
