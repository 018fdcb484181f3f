import { logStaffChange } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { loadReferenceData, type ReferenceData } from '../programme.ts'

interface Change {
  readonly action: string
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** The cinemas that a caller may see and change, and the log of the changes. */
export interface CinemaScope {
  /** Organiser of the cinemas; null: all cinemas, for operators. */
  readonly merchantId: number | null
  log(context: Context, change: Change): Promise<void>
}

/** Scope of operators, and of automatic changes by an external system. */
export const operatorScope: CinemaScope = {
  merchantId: null,
  log: (context, { action, subject, before, after }) =>
    logOperatorAction(context, { action, subject, detail: { ...before, ...after } }),
}

/** Scope of an organiser's staff: only the organiser's cinemas. */
export function organiserScope({ merchantId }: StaffActor): CinemaScope {
  return { merchantId, log: logStaffChange }
}

/** Reference data with the cinemas and halls of a scope only; films are not restricted. */
export async function loadReferenceDataOf(
  context: Pick<Context, 'db'>,
  { merchantId }: CinemaScope,
): Promise<ReferenceData> {
  const reference = await loadReferenceData(context)
  if (merchantId === null) return reference
  const cinemas = new Map(
    [...reference.cinemas].filter(([, cinema]) => cinema.merchantId === merchantId),
  )
  const halls = new Map([...reference.halls].filter(([, { cinemaId }]) => cinemas.has(cinemaId)))
  return { ...reference, cinemas, halls }
}
