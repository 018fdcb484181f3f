/** The operator's calls for an organiser's staff, limited to their own cinemas; others answer `NotFound`. */
import type { z } from 'zod'
import { defineCall, type Call } from '#contract/call.ts'
import type { StaffPermission } from '#contract/staff-permissions.ts'
import * as operatorCalls from './office-contract.ts'

function ofOrganiser<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(call: Call<P, Q, B, R>, staffPermission: StaffPermission): Call<P, Q, B, R> {
  return defineCall<R, P, Q, B>({
    ...call,
    id: call.id.replace('own-operator-', 'own-merchant-'),
    path: call.path.replace('/v2/operator/', '/v2/merchantusers/'),
    credential: 'merchant',
    staffPermission,
  })
}

export const officeDay = ofOrganiser(operatorCalls.officeDay, 'shows')
export const officeSwapHall = ofOrganiser(operatorCalls.officeSwapHall, 'shows')
export const officeComments = ofOrganiser(operatorCalls.officeComments, 'shows')
export const officeMove = ofOrganiser(operatorCalls.officeMove, 'shows')
export const officeAdd = ofOrganiser(operatorCalls.officeAdd, 'shows')
export const officeFigures = ofOrganiser(operatorCalls.officeFigures, 'figures')
export const officeCancel = ofOrganiser(operatorCalls.officeCancel, 'shows')
export const officeImport = ofOrganiser(operatorCalls.officeImport, 'shows')
export const officeKeptSeats = ofOrganiser(operatorCalls.officeKeptSeats, 'shows')
export const officeKeepSeats = ofOrganiser(operatorCalls.officeKeepSeats, 'shows')
