/** What staff make vehicles from. */
import type { ReplyOf } from '#contract/call.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  countVehicleRuns,
  readNetwork,
  type Network,
  type VehicleType,
} from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import { draftAttributes, type VehicleDraft } from '#modules/timetable/vehicle-shapes.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { readVehicleDraft } from '../../vehicle-draft-contract.ts'
import { coachOf } from '../coaches.ts'
import { modeOf } from '../stretch.ts'

type Reply = ReplyOf<typeof readVehicleDraft>

/** The organiser's carriers with their classes, and one of their vehicles to begin with. */
export async function readDraftForOffice(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
  vehicleTypeId: number | undefined,
): Promise<Result<Reply, 'NotFound'>> {
  const network = await readNetwork(context)
  const { locale } = context
  const own = [...network.agencies.values()].filter((agency) => agency.merchantId === merchantId)
  const vehicle = network.vehicleTypes.get(vehicleTypeId ?? 0)
  const isOwn = own.some(({ agencyId }) => agencyId === vehicle?.agencyId)
  if (own.length === 0 || (vehicleTypeId !== undefined && !isOwn)) return fail('NotFound')
  const routes = [...network.routes.values()]
  return ok({
    carriers: own.map(({ agencyId, name }) => ({
      agencyId,
      name: name[locale],
      isRail: routes.some((route) => route.agencyId === agencyId && modeOf({ route }) === 'train'),
      classes: [...network.classes.values()]
        .filter((one) => one.agencyId === agencyId)
        .toSorted((one, other) => one.position - other.position)
        .map((one) => ({ code: one.code, name: one.name[locale] })),
    })),
    vehicle: vehicle
      ? {
          vehicleTypeId: vehicle.vehicleTypeId,
          agencyId: vehicle.agencyId,
          runCount:
            (await countVehicleRuns(context, [vehicle.vehicleTypeId])).get(vehicle.vehicleTypeId) ??
            0,
          draft: draftOf(network, vehicle),
        }
      : null,
  })
}

/** A vehicle as a draft; making it again gives the same places. */
function draftOf(network: Network, vehicle: VehicleType): VehicleDraft {
  const { code, name, plan, places } = vehicle
  return {
    code,
    name,
    coaches: plan.coaches.map((coach) => ({
      ...coach,
      seats: places
        .filter((place) => coachOf(vehicle, place) === coach)
        .map(({ label, classId, x, y, facing, attributes }) => ({
          label,
          classCode: network.classes.get(classId)?.code ?? '',
          x,
          y,
          facing,
          attributes: draftAttributes.filter((one) => (attributes & placeAttribute[one]) !== 0),
        })),
    })),
  }
}
