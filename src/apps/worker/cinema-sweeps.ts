import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import {
  compareBookings,
  syncSessions,
  mirrorSeats,
  deleteOldLowerClasses,
  deleteOldSubscriptions,
  releaseWithheldSeats,
  createScreeningsOfRuns,
  notifySubscribers,
} from '#modules/cinema/server/public-api.ts'
import type { Sweep } from './sweeps.ts'

/**
 * Updates the programme and film watches; with an external cinema system, also its seats and sessions every minute,
 * its bookings every night.
 */
export function cinemaSweeps({ cinemaSupplier }: Ports, services: Services): Sweep[] {
  const context = () => services.systemContext()
  const own: Sweep[] = [
    { name: 'cinema-programme', everySeconds: 3_600, run: () => createScreeningsOfRuns(context()) },
    { name: 'opened-films', everySeconds: 10, run: () => notifySubscribers(context()) },
    { name: 'kept-seats', everySeconds: 30, run: () => releaseWithheldSeats(context()) },
    {
      name: 'film-subscriptions',
      everySeconds: 3_600,
      run: () => deleteOldSubscriptions(context()),
    },
    { name: 'lower-classes', everySeconds: 3_600, run: () => deleteOldLowerClasses(context()) },
  ]
  if (cinemaSupplier === null) return own
  return [
    ...own,
    {
      name: 'cinema-seats',
      everySeconds: 60,
      run: () => mirrorSeats(context(), cinemaSupplier),
    },
    {
      name: 'cinema-sessions',
      everySeconds: 60,
      run: () => syncSessions(context(), cinemaSupplier),
    },
    {
      name: 'cinema-bookings',
      everySeconds: 86_400,
      run: () => compareBookings(context(), cinemaSupplier),
    },
  ]
}
