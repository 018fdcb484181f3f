import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import {
  compareBookings,
  followSessions,
  mirrorSeats,
  forgetSubscriptions,
  releaseKeptSeats,
  rollProgramme,
  tellOfOpenedFilms,
} from '#modules/cinema/server/public-api.ts'
import type { Sweep } from './sweeps.ts'

/** The programme and who waits for films; of an outside cinema system its seats and sessions each minute, its bookings each night. */
export function cinemaSweeps({ cinemaSupplier }: Ports, services: Services): Sweep[] {
  const context = () => services.systemContext()
  const own: Sweep[] = [
    { name: 'cinema-programme', everySeconds: 3_600, run: () => rollProgramme(context()) },
    { name: 'opened-films', everySeconds: 10, run: () => tellOfOpenedFilms(context()) },
    { name: 'kept-seats', everySeconds: 30, run: () => releaseKeptSeats(context()) },
    { name: 'film-subscriptions', everySeconds: 3_600, run: () => forgetSubscriptions(context()) },
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
      run: () => followSessions(context(), cinemaSupplier),
    },
    {
      name: 'cinema-bookings',
      everySeconds: 86_400,
      run: () => compareBookings(context(), cinemaSupplier),
    },
  ]
}
