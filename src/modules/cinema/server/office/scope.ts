import { logStaffChange } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { loadHouse, type House } from '../programme.ts'

interface Change {
  readonly action: string
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Whose cinemas a caller sees and changes, and where it is written down what they change. */
export interface CinemaScope {
  /** Null: everybody's, as operators do. */
  readonly merchantId: number | null
  log(context: Context, change: Change): Promise<void>
}

/** Operators, and the shop itself where an outside system changes its sessions. */
export const houseScope: CinemaScope = {
  merchantId: null,
  log: (context, { action, subject, before, after }) =>
    logOperatorAction(context, { action, subject, detail: { ...before, ...after } }),
}

/** The caller's organiser: only its own cinemas are found. */
export function organiserScope({ merchantId }: StaffActor): CinemaScope {
  return { merchantId, log: logStaffChange }
}

/** Films of all, and of cinemas and halls those that somebody may see. */
export async function loadOwnHouse(
  context: Pick<Context, 'db'>,
  { merchantId }: CinemaScope,
): Promise<House> {
  const house = await loadHouse(context)
  if (merchantId === null) return house
  const cinemas = new Map(
    [...house.cinemas].filter(([, cinema]) => cinema.merchantId === merchantId),
  )
  const halls = new Map([...house.halls].filter(([, { cinemaId }]) => cinemas.has(cinemaId)))
  return { ...house, cinemas, halls }
}
