/** The same calls for an organiser's people: their own cinemas, and no others exist for them. */
import type { z } from 'zod'
import { defineCall, type Call } from '#contract/call.ts'
import type { StaffPermission } from '#contract/staff-permissions.ts'
import * as house from './office-contract.ts'

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

export const officeDay = ofOrganiser(house.officeDay, 'shows')
export const officeSwapHall = ofOrganiser(house.officeSwapHall, 'shows')
export const officeComments = ofOrganiser(house.officeComments, 'shows')
export const officeMove = ofOrganiser(house.officeMove, 'shows')
export const officeAdd = ofOrganiser(house.officeAdd, 'shows')
export const officeFigures = ofOrganiser(house.officeFigures, 'figures')
export const officeCancel = ofOrganiser(house.officeCancel, 'shows')
export const officeImport = ofOrganiser(house.officeImport, 'shows')
export const officeKeptSeats = ofOrganiser(house.officeKeptSeats, 'shows')
export const officeKeepSeats = ofOrganiser(house.officeKeepSeats, 'shows')
