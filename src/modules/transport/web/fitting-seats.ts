import type { CoachView } from '../contract.ts'
import type { Seat } from './order-data.ts'

/** The coaches as a passenger may use them: free seats that are kept for other passengers cannot be taken. */
export function fittingCoaches(coaches: readonly CoachView[], rider: string): CoachView[] {
  return coaches.map((coach) => ({
    ...coach,
    seats: coach.seats.map((seat) =>
      seat.state === 'free' && !fits(seat, rider) ? { ...seat, state: 'blocked' } : seat,
    ),
  }))
}

/** The same rule as in the sale: wheelchair users have spaces of their own, with seats beside them. */
function fits({ attributes }: Seat, rider: string): boolean {
  if (rider === 'wheelchair') return attributes.includes('wheelchair')
  const isOrdinary = !attributes.some((one) =>
    (['wheelchair', 'companion', 'bicycle'] as const).some((kept) => kept === one),
  )
  return isOrdinary || (rider === 'companion' && attributes.includes('companion'))
}
