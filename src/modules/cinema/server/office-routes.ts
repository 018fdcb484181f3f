import type { Actor } from '#platform/context.ts'
import { requireOperator, requireStaff, type Guard } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import * as organiserCalls from '../merchant-contract.ts'
import * as operatorCalls from '../office-contract.ts'
import { addScreening } from './office/add-screening.ts'
import { cancelScreening } from './office/cancel-screening.ts'
import { readOfficeComments } from './office/comments.ts'
import { readOfficeDay } from './office/day.ts'
import { readOfficeFigures } from './office/figures.ts'
import { importSchedule } from './office/import-schedule.ts'
import { preparation } from './office/prepare-schedule.ts'
import { withholdSeats, readWithheldSeats } from './office/withheld-seats.ts'
import { moveScreening } from './office/move-screening.ts'
import { operatorScope, organiserScope, type CinemaScope } from './office/scope.ts'
import { swapHall } from './office/swap-hall.ts'

type OfficeCalls = Pick<typeof operatorCalls, keyof typeof organiserCalls>

/** Routes of the cinemas' programme, limited to the caller's cinemas. */
function routesOf<Allowed extends Actor>(
  calls: OfficeCalls,
  guard: Guard<Allowed>,
  scopeOf: (actor: Allowed) => CinemaScope,
): readonly Implementation[] {
  return [
    implement(calls.officeDay, guard, (context, { query }) =>
      readOfficeDay(context, scopeOf(context.actor), query),
    ),
    implement(calls.officeComments, guard, (context, { query }) =>
      readOfficeComments(context, scopeOf(context.actor), query.screeningId),
    ),
    implement(calls.officeKeptSeats, guard, (context, { query }) =>
      readWithheldSeats(context, scopeOf(context.actor), query.screeningId),
    ),
    implement(calls.officeKeepSeats, guard, (context, { body: { releaseAt, ...body } }) =>
      withholdSeats(context, scopeOf(context.actor), {
        ...body,
        releaseAt: releaseAt === undefined ? null : new Date(releaseAt),
      }),
    ),
    implement(calls.officeSwapHall, guard, (context, { body }) =>
      swapHall(context, scopeOf(context.actor), body),
    ),
    implement(calls.officeMove, guard, (context, { body }) =>
      moveScreening(context, scopeOf(context.actor), {
        ...body,
        startsAt: new Date(body.startsAt),
      }),
    ),
    implement(calls.officeAdd, guard, (context, { body }) =>
      addScreening(context, scopeOf(context.actor), {
        ...body,
        startsAt: new Date(body.startsAt),
      }),
    ),
    implement(calls.officeFigures, guard, (context, { query }) =>
      readOfficeFigures(context, scopeOf(context.actor), query),
    ),
    implement(calls.officeCancel, guard, (context, { body }) =>
      cancelScreening(context, scopeOf(context.actor), body),
    ),
    implementLarge(calls.officeImport, guard, preparation, (context, { body }) =>
      importSchedule(context, scopeOf(context.actor), body),
    ),
  ]
}

/** Routes for managing cinemas: operators manage all, organisers their own. */
export const officeRoutes: readonly Implementation[] = [
  ...routesOf(operatorCalls, requireOperator, () => operatorScope),
  ...routesOf(organiserCalls, requireStaff, organiserScope),
]
