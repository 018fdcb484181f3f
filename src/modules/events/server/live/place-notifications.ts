import { placesChannel } from '#modules/inventory/server/public-api.ts'
import type { Database } from '#platform/database/database.ts'
import { Listener } from '#platform/database/change-listener.ts'

/** A subscriber to changed places. */
export interface PlaceListener {
  /** These places of an offering (0: its pools) may have changed. */
  readonly onChange: (offeringId: number, items: readonly number[]) => void
  /** Notifications may have been missed. */
  readonly onGap: () => void
}

/** Change notifications of places in this process, over one shared connection, opened with the first listener. */
export class PlaceNotifications {
  readonly #listeners = new Set<PlaceListener>()
  #database: Database | null = null
  #listener: Listener | null = null
  #isClosed = false

  /** Subscribes. Nothing is received until the connection is open; `onGap` reports it. */
  listen(db: Database, listener: PlaceListener): void {
    this.#listeners.add(listener)
    if (this.#database === db || this.#isClosed) return
    this.#database = db
    this.#listener = new Listener(db, {
      channel: placesChannel,
      onChange: ({ topic, items }) => {
        for (const each of this.#listeners) each.onChange(topic, items)
      },
      onGap: () => {
        for (const each of this.#listeners) each.onGap()
      },
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#listeners.clear()
    await this.#listener?.close()
  }
}
