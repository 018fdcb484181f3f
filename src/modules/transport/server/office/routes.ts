import { ok } from '#kernel/result.ts'
import {
  cancelRun,
  createVehicle,
  reinstateRun,
  reportDelay,
  setPlatform,
  switchRunSale,
} from '#modules/timetable/server/public-api.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as assignment from '../../assign-contract.ts'
import * as fares from '../../fares-contract.ts'
import * as calls from '../../office-contract.ts'
import * as terms from '../../terms-contract.ts'
import * as drafts from '../../vehicle-draft-contract.ts'
import * as vehicles from '../../vehicles-contract.ts'
import { assignForOffice, readLineVehicles } from './assign.ts'
import { changeFaresForOffice, readFaresForOffice } from './fares.ts'
import { listRunsForOffice, readRunForOffice } from './runs.ts'
import { changeClassesForOffice, changeTermsForOffice, readTermsForOffice } from './terms.ts'
import { readDraftForOffice } from './vehicle-draft.ts'
import { listVehiclesForOffice, readVehicleForOffice } from './vehicles.ts'

/** Calls of a carrier's staff, limited to the runs of their organiser. */
export const transportOfficeRoutes: readonly Implementation[] = [
  implement(calls.listOfficeRuns, requireStaff, (context, { query }) =>
    listRunsForOffice(context, context.actor, query),
  ),
  implement(calls.readOfficeRun, requireStaff, (context, { query }) =>
    readRunForOffice(context, context.actor, query.runId),
  ),
  implement(calls.switchOfficeSale, requireStaff, async (context, { body }) => {
    const changed = await switchRunSale(context, context.actor, body)
    return changed.ok ? ok({ changed: changed.value }) : changed
  }),
  implement(calls.cancelOfficeRun, requireStaff, async (context, { body: { runId } }) => {
    const cancelled = await cancelRun(context, context.actor, runId)
    return cancelled.ok ? readRunForOffice(context, context.actor, runId) : cancelled
  }),
  implement(calls.reinstateOfficeRun, requireStaff, async (context, { body: { runId } }) => {
    const reinstated = await reinstateRun(context, context.actor, runId)
    return reinstated.ok ? readRunForOffice(context, context.actor, runId) : reinstated
  }),
  implement(calls.delayOfficeRun, requireStaff, async (context, { body }) => {
    const delayed = await reportDelay(context, context.actor, body)
    return delayed.ok ? readRunForOffice(context, context.actor, body.runId) : delayed
  }),
  implement(calls.setOfficePlatform, requireStaff, async (context, { body }) => {
    const set = await setPlatform(context, context.actor, body)
    return set.ok ? readRunForOffice(context, context.actor, body.runId) : set
  }),
  implement(terms.readTerms, requireStaff, (context, { query }) =>
    readTermsForOffice(context, context.actor, query.agencyId),
  ),
  implement(terms.changeTerms, requireStaff, (context, { body }) =>
    changeTermsForOffice(context, context.actor, body),
  ),
  implement(terms.changeClasses, requireStaff, (context, { body }) =>
    changeClassesForOffice(context, context.actor, body),
  ),
  implement(drafts.readVehicleDraft, requireStaff, (context, { query }) =>
    readDraftForOffice(context, context.actor, query.vehicleTypeId),
  ),
  implement(drafts.createVehicle, requireStaff, (context, { body }) =>
    createVehicle(context, context.actor, body),
  ),
  implement(assignment.readLineVehicles, requireStaff, (context, { query }) =>
    readLineVehicles(context, context.actor, query),
  ),
  implement(assignment.assignVehicle, requireStaff, (context, { body }) =>
    assignForOffice(context, context.actor, body),
  ),
  implement(fares.readFares, requireStaff, (context, { query }) =>
    readFaresForOffice(context, context.actor, query),
  ),
  implement(fares.changeFares, requireStaff, (context, { body }) =>
    changeFaresForOffice(context, context.actor, body),
  ),
  implement(vehicles.listVehicles, requireStaff, async (context) =>
    ok({ items: await listVehiclesForOffice(context, context.actor) }),
  ),
  implement(vehicles.readVehicle, requireStaff, (context, { query }) =>
    readVehicleForOffice(context, context.actor, query.vehicleTypeId),
  ),
]
