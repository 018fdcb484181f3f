import { readRules } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { View } from './queries/listing.ts'
import { readCatalogue } from './snapshot.ts'

/** The context of a request. */
export async function viewOf(context: Context): Promise<View> {
  return {
    db: context.db,
    catalogue: await readCatalogue(context.db),
    rules: await readRules(context),
    now: context.clock.now(),
    locale: context.locale,
  }
}
