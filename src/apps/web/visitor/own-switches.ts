/**
 * A page is the same for everybody until it is known who looks at it. When a switch is on for this visitor alone, the
 * home page is read once more with their session, so that what hangs on the switch appears.
 */
import { browserQueryClient } from '#design/data/query-client.ts'
import { splitLocale } from '#kernel/locale.ts'
import { ownFrontPage } from '#modules/presentation/contract.ts'
import { openRouter } from './open-router.ts'

export async function showOwnSwitches(): Promise<void> {
  const router = openRouter()
  if (!router || splitLocale(router.state.location.pathname).path !== '/') return
  // The first reading puts what the page came with into the cache, where it is dropped; the second asks.
  await router.revalidate()
  browserQueryClient().removeQueries({ queryKey: ['page', ownFrontPage.id] })
  await router.revalidate()
}
