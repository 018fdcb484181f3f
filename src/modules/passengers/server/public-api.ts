/** Server API of saved passengers for flows and apps. */
import type { Context } from '#platform/context.ts'
import { deleteSavedPassengersOf, readSavedPassengers } from './store.ts'

export { countryNames } from './countries.ts'
export { passengerRoutes } from './routes.ts'

/** The caller's saved passengers for their data export; empty for anyone but a customer. */
export async function exportSavedPassengers(
  context: Context,
): Promise<{ readonly savedPassengers: readonly object[] }> {
  const { actor, db } = context
  if (actor.kind !== 'customer') return { savedPassengers: [] }
  return { savedPassengers: await readSavedPassengers(db, actor.customerId) }
}

export async function eraseSavedPassengers(context: Context, customerId: string): Promise<void> {
  await deleteSavedPassengersOf(context.db, customerId)
}
