import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import type { IndexRequest } from '#seatmap/best-index.ts'
import type { Reserved, SeatBoard } from './seat-board.ts'

/** Maximum number of conflicts with other processes; each conflict means that another buyer succeeded. */
const attemptsMax = 60

/** The best places of one board for a part of the request. */
export interface SeatRequest {
  readonly board: SeatBoard
  readonly request: IndexRequest
}

interface Choice {
  readonly board: SeatBoard
  readonly reserved: Reserved
}

/**
 * Holds the best places that are known to be free, and the next best after a conflict. Null if a request cannot be
 * met, which is only decided after reading the database, with no places reserved by other requests. `take` receives
 * the places of each request, in order.
 */
export async function takeReserved<Value>(
  requests: readonly SeatRequest[],
  take: (places: readonly (readonly number[])[]) => Promise<Result<Value, ErrorCode>>,
): Promise<Result<Value, ErrorCode> | null> {
  let isSure = false
  for (let attempt = 1; attempt <= attemptsMax;) {
    const chosen = chooseAll(requests, attempt)
    if ('missing' in chosen) {
      const { missing } = chosen
      if (missing.hasReserved) {
        // Nothing stays reserved while waiting, so requests cannot deadlock.
        await missing.nextSettled()
        isSure = false
      } else if (isSure) return null
      else {
        await missing.readAll()
        isSure = true
      }
      continue
    }
    const { taken, wasBeaten } = await takeChosen(chosen.choices, take)
    // When a pool is too small, other seats do not help.
    if (!wasBeaten) return taken
    isSure = false
    attempt += 1
  }
  return fail('TooManyRequests')
}

/** Reserves places for every request; otherwise for none, and returns the board that has too few. */
function chooseAll(
  requests: readonly SeatRequest[],
  attempt: number,
): { readonly choices: readonly Choice[] } | { readonly missing: SeatBoard } {
  const choices: Choice[] = []
  for (const { board, request } of requests) {
    const reserved = board.choose(request, attempt)
    if (!reserved) {
      for (const choice of choices) choice.board.refused(choice.reserved, [])
      return { missing: board }
    }
    choices.push({ board, reserved })
  }
  return { choices }
}

async function takeChosen<Value>(
  choices: readonly Choice[],
  take: (places: readonly (readonly number[])[]) => Promise<Result<Value, ErrorCode>>,
): Promise<{ readonly taken: Result<Value, ErrorCode>; readonly wasBeaten: boolean }> {
  let inTheWay: ReadonlySet<unknown> = new Set()
  let isHeld = false
  try {
    const taken = await take(choices.map(({ reserved }) => reserved.placeIds))
    isHeld = taken.ok
    inTheWay = placesInTheWay(taken)
    const wasBeaten = choices.some(({ reserved }) =>
      reserved.placeIds.some((placeId) => inTheWay.has(placeId)),
    )
    return { taken, wasBeaten }
  } finally {
    for (const { board, reserved } of choices) {
      if (isHeld) board.held(reserved)
      else
        board.refused(
          reserved,
          reserved.placeIds.filter((placeId) => inTheWay.has(placeId)),
        )
    }
  }
}

/**
 * The places that the inventory reported as taken. Places of another offering may have the same numbers; the next
 * read corrects that.
 */
function placesInTheWay(taken: Result<unknown, ErrorCode>): ReadonlySet<unknown> {
  if (taken.ok || taken.code !== 'SeatNotAvailable') return new Set()
  const named = taken.detail?.['placeIds']
  return new Set(Array.isArray(named) ? named : [])
}
