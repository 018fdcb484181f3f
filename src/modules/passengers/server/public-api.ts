/** What flows and apps may ask of saved passengers on the server. */
import type { Context } from '#platform/context.ts'
import { deleteSavedPassengersOf, readSavedPassengers } from './store.ts'

export { passengerRoutes } from './routes.ts'

/** What is stored of the caller's saved passengers, for the file of their data. */
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
