import { implement, type Implementation } from '#platform/http/implement.ts'
import { requireOperator } from '#platform/http/guards.ts'
import * as calls from '../office-contract.ts'
import { addScreening } from './office/add-screening.ts'
import { cancelScreening } from './office/cancel-screening.ts'
import { readOfficeDay } from './office/day.ts'
import { readOfficeFigures } from './office/figures.ts'
import { importSchedule } from './office/import-schedule.ts'
import { moveScreening } from './office/move-screening.ts'
import { swapHall } from './office/swap-hall.ts'

/** The tools of those who run cinemas. */
export const officeRoutes: readonly Implementation[] = [
  implement(calls.officeDay, requireOperator, (context, { query }) =>
    readOfficeDay(context, query),
  ),
  implement(calls.officeSwapHall, requireOperator, (context, { body }) => swapHall(context, body)),
  implement(calls.officeMove, requireOperator, (context, { body }) =>
    moveScreening(context, { ...body, startsAt: new Date(body.startsAt) }),
  ),
  implement(calls.officeAdd, requireOperator, (context, { body }) =>
    addScreening(context, { ...body, startsAt: new Date(body.startsAt) }),
  ),
  implement(calls.officeFigures, requireOperator, (context, { query }) =>
    readOfficeFigures(context, query),
  ),
  implement(calls.officeCancel, requireOperator, (context, { body }) =>
    cancelScreening(context, body),
  ),
  implement(calls.officeImport, requireOperator, (context, { body }) =>
    importSchedule(context, body),
  ),
]
