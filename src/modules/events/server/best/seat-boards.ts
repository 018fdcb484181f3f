import { performance } from 'node:perf_hooks'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import type { PlaceNotifications } from '../live/place-notifications.ts'
import type { EventSale } from '../sale.ts'
import { SeatBoard } from './seat-board.ts'

const tickMilliseconds = 50
/** A board without a request for this long is dropped. */
const lingerMilliseconds = 60_000

/** The boards of this process: one for each event whose best places were recently requested. */
export class SeatBoards {
  readonly #notifications: PlaceNotifications
  readonly #boards = new Map<number, SeatBoard>()
  #database: Database | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(notifications: PlaceNotifications) {
    this.#notifications = notifications
  }

  /** The board of an event with a map, read initially when it is new; null without a map. */
  async of(context: Context, { event, layout }: EventSale): Promise<SeatBoard | null> {
    if (!layout) return null
    invariant(!context.db.isTransaction, 'a board outlives what it was asked in')
    this.#start(context.db)
    const { offeringId } = event
    let board = this.#boards.get(offeringId)
    if (board?.expanded !== layout) {
      const { db, clock, random, jobs, log, channel, origin } = context
      const actor = { kind: 'system' } as const
      const own = { db, clock, random, jobs, log, channel, origin, actor, locale: 'ka' as const }
      board = new SeatBoard(own, offeringId, layout)
      this.#boards.set(offeringId, board)
    }
    await board.open()
    return board
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#boards.clear()
  }

  #start(db: Database): void {
    if (this.#database === db) return
    this.#database = db
    this.#boards.clear()
    this.#notifications.listen(db, {
      onChange: (offeringId, items) => this.#boards.get(offeringId)?.handleChange(items),
      onGap: () => {
        for (const board of this.#boards.values()) board.readAllSoon()
      },
    })
    this.#timer ??= setInterval(() => this.#tick(), tickMilliseconds).unref()
  }

  #tick(): void {
    const now = performance.now()
    for (const [offeringId, board] of this.#boards) {
      if (now - board.usedAt < lingerMilliseconds || board.hasReserved) board.tick()
      else this.#boards.delete(offeringId)
    }
  }
}
