/** Whether the passengers of an order may travel as they are together. */
import type { Context } from '#platform/context.ts'
import { companionProblemOf, type CompanionProblem, type Traveller } from '../companions.ts'
import type { Order, OrderLine } from './order.ts'
import {
  namedUnits,
  readPassengers,
  unitKey,
  type GivenPassenger,
  type NamedUnit,
  type NamingSource,
} from './passengers.ts'

interface CompanionQuestion {
  /** Of these items only; absent: of all. */
  readonly isAsked?: (line: OrderLine) => boolean
  /** Takes the place of the stored passenger of its ticket. */
  readonly renamed?: GivenPassenger
}

/**
 * The first refusal among the items of an order. Tickets that replace others are left out: whoever exchanges them also
 * knows the tickets that stay.
 */
export async function findCompanionProblem(
  context: Context,
  sources: readonly NamingSource[],
  order: Order,
  { isAsked = () => true, renamed }: CompanionQuestion = {},
): Promise<CompanionProblem | null> {
  const lines = order.lines.filter((line) => line.detail.replaces === undefined && isAsked(line))
  const units = (await namedUnits(context, sources, { lines })).filter(
    ({ terms }) => terms.companions !== undefined,
  )
  if (units.length === 0) return null
  const named = new Map(
    (await readPassengers(context, [order])).map((one) => [unitKey(one), one.passenger]),
  )
  if (renamed) named.set(unitKey(renamed), renamed)
  const byItem = Map.groupBy(units, ({ lineId }) => itemOf(lines, lineId))
  for (const party of byItem.values()) {
    const travellers = party.flatMap((unit) => {
      const birthDate = named.get(unitKey(unit))?.birthDate ?? null
      return travellerOf(lines, unit, birthDate)
    })
    const { companions, ages } = party[0]?.terms ?? {}
    const problem = companions && companionProblemOf(companions, travellers, ages?.on ?? null)
    if (problem) return problem
  }
  return null
}

function itemOf(lines: readonly OrderLine[], lineId: number): string {
  const line = lines.find(({ id }) => id === lineId)
  return `${line?.source} ${line?.itemId}`
}

function travellerOf(
  lines: readonly OrderLine[],
  { lineId }: NamedUnit,
  birthDate: string | null,
): Traveller[] {
  const line = lines.find(({ id }) => id === lineId)
  if (!line) return []
  const { ticketTypeId, legFrom, legTo } = line
  return [{ ticketTypeId: ticketTypeId ?? 0, legFrom: legFrom ?? 0, legTo: legTo ?? 1, birthDate }]
}
