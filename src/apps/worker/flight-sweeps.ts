import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import { checkScheduleChanges, releaseAbandoned } from '#modules/flights/server/public-api.ts'
import type { Sweep } from './sweeps.ts'

/** Sweeps for flights: unpaid reservations, schedule changes. */
export function flightSweeps({ flights, tickets }: Ports, services: Services): Sweep[] {
  const { suppliers } = flights
  return [
    {
      name: 'flight-reservations',
      everySeconds: 20,
      run: () => releaseAbandoned(services.systemContext(), flights),
    },
    {
      name: 'flight-changes',
      everySeconds: 60,
      run: () => checkScheduleChanges(services.systemContext(), { suppliers, tickets }),
    },
  ]
}
