/** Another passenger on a ticket that is paid, by the terms of its source. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { PassengerQuestionView } from '../passenger-contract.ts'
import {
  onlyRequired,
  problemsOfPassenger,
  renamingAt,
  tidyPassenger,
  type RenamingTerms,
} from '../passenger-fields.ts'
import { findCompanionProblem } from './check-companions.ts'
import { termsAcceptedAt, type Order } from './order.ts'
import {
  namedTwice,
  namedUnits,
  pathOf,
  readPassengers,
  refusalOf,
  unitKey,
  type GivenPassenger,
  type NamingSource,
} from './passengers.ts'
import type { TicketUnit } from './passengers-elsewhere.ts'

/** The terms shown to a ticket's holder before they name another passenger. */
export interface Renaming {
  readonly question: PassengerQuestionView
  /** Null when the source does not allow a change. */
  readonly terms: RenamingTerms | null
  /** Changes that were made already. */
  readonly renamedCount: number
}

/** Null for a ticket without a name. */
export async function readRenaming(
  context: Context,
  sources: readonly NamingSource[],
  order: Order,
  ticket: TicketUnit,
): Promise<Renaming | null> {
  const units = await namedUnits(context, sources, order)
  const unit = units.find((one) => unitKey(one) === unitKey(ticket))
  const named = (await readPassengers(context, [order])).find(
    (one) => unitKey(one) === unitKey(ticket),
  )
  if (!unit || !named) return null
  const { rows } = await sql<{ count: number }>`
    select renamed_count as count from order_passenger
    where order_line_id = ${ticket.lineId} and line_unit = ${ticket.unit}`.execute(context.db)
  const { terms, kind, born, provesAge } = unit
  return {
    question: {
      lineId: ticket.lineId,
      unit: ticket.unit,
      asksNameKa: terms.asksNameKa,
      documentKinds: [...terms.documentKinds],
      asksBirthDate: terms.asksBirthDate,
      kind,
      born,
      ...(provesAge && { provesAge }),
      passenger: named.passenger,
    },
    terms: renamingAt(terms, termsAcceptedAt(order)),
    renamedCount: rows[0]?.count ?? 0,
  }
}

/**
 * Names another passenger in the transaction that has locked the order. The statement checks the count, so a ticket is
 * never changed more often than its source allows. `ExtraFieldsMissing` names wrong fields as
 * `body.passengers.<lineId>.<unit>.<field>`, `PassengerAgeWrong` a day of birth alone.
 */
export async function renamePassenger(
  context: Context,
  sources: readonly NamingSource[],
  order: Order,
  given: GivenPassenger,
): Promise<Result<undefined, ErrorCode>> {
  const units = new Map(
    (await namedUnits(context, sources, order)).map((one) => [unitKey(one), one]),
  )
  const unit = units.get(unitKey(given))
  const most = unit ? (renamingAt(unit.terms, termsAcceptedAt(order))?.most ?? 0) : 0
  if (!unit || most === 0) return fail('PassengerNotChangeable')
  const asked = { ...unit.terms, kind: unit.kind, born: unit.born }
  const fields = problemsOfPassenger(asked, given).map(({ field, problem }) => ({
    path: pathOf(given, field),
    message: problem,
  }))
  if (fields.length > 0) return fail(refusalOf(fields), { fields })
  const next = onlyRequired(unit.terms, tidyPassenger(given))
  const all = (await readPassengers(context, [order])).map(({ passenger, ...ticket }) => ({
    ...ticket,
    ...passenger,
  }))
  const { lineId } = given
  const twice = namedTwice(order, units, [...all, { lineId, unit: given.unit, ...next }])
  if (twice) return fail('PassengerTwice', { fields: [twice] })
  const renamed = { lineId, unit: given.unit, ...next }
  const alone = await findCompanionProblem(context, sources, order, { renamed })
  if (alone) return fail(alone)
  const changed = await sql`
    update order_passenger set given_name = ${next.givenName}, family_name = ${next.familyName},
      name_ka = ${next.nameKa}, kind = ${next.kind}, document_kind = ${next.documentKind},
      document_number = ${next.documentNumber}, nationality = ${next.nationality},
      birth_date = ${next.birthDate}::date, renamed_count = renamed_count + 1,
      updated_at = ${context.clock.now()}
    where order_line_id = ${lineId} and line_unit = ${given.unit}
      and renamed_count < ${most}`.execute(context.db)
  return changed.numAffectedRows === 1n ? ok(undefined) : fail('PassengerNotChangeable')
}
