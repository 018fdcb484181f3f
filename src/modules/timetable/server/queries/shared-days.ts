/** Whether two services have days in common; computed once for each service of a network. */
import { addDays } from '../calendar.ts'
import type { Network } from '../network.ts'
import { runsOn, type ServiceDays } from '../rules.ts'

const dayMilliseconds = 86_400_000
/** Days of a service that are considered. */
const daysMax = 1_500

const known = new WeakMap<Network['services'], Map<number, ReadonlySet<number>>>()

/** Whether the second service runs `dayShift` days after some day of the first one. */
export function shareDays(
  { services }: Pick<Network, 'services'>,
  first: number,
  second: number,
  dayShift: number,
): boolean {
  if (first === second && dayShift === 0) return true
  const [one, other] = [daysOf(services, first), daysOf(services, second)]
  for (const day of one) if (other.has(day + dayShift)) return true
  return false
}

/** Days since 1970. */
function daysOf(services: Network['services'], serviceId: number): ReadonlySet<number> {
  const ofNetwork = known.get(services) ?? new Map<number, ReadonlySet<number>>()
  known.set(services, ofNetwork)
  let days = ofNetwork.get(serviceId)
  if (!days) {
    const service = services.get(serviceId)
    ofNetwork.set(serviceId, (days = new Set(service ? activeDays(service) : [])))
  }
  return days
}

function* activeDays(service: ServiceDays): Generator<number> {
  const numberOf = (date: string): number => Date.parse(date) / dayMilliseconds
  let date = service.startDate
  for (let count = 0; date <= service.endDate && count < daysMax; count += 1) {
    if (runsOn(service, date)) yield numberOf(date)
    date = addDays(date, 1)
  }
  for (const [added, isAdded] of service.exceptions) if (isAdded) yield numberOf(added)
}
