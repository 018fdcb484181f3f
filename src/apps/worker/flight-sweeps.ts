import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import {
  checkScheduleChanges,
  forgetEvents,
  forgetSearches,
  releaseAbandoned,
} from '#modules/flights/server/public-api.ts'
import type { Sweep } from './sweeps.ts'

/** What comes round for flights: reservations nobody paid, changes of airlines, searches of yesterday. */
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
    {
      name: 'flight-searches',
      everySeconds: 600,
      run: () => forgetSearches(services.systemContext()),
    },
    {
      name: 'flight-events',
      everySeconds: 3_600,
      run: () => forgetEvents(services.systemContext()),
    },
  ]
}
