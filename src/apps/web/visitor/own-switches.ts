/**
 * Public pages are rendered without a visitor. If a feature switch is on for this visitor only, the home page is
 * loaded once more with the session.
 */
import { browserQueryClient } from '#design/data/query-client.ts'
import { splitLocale } from '#kernel/locale.ts'
import { ownFrontPage } from '#modules/presentation/contract.ts'
import { openRouter } from './open-router.ts'

export async function showOwnSwitches(): Promise<void> {
  const router = openRouter()
  if (!router || splitLocale(router.state.location.pathname).path !== '/') return
  // The first revalidation consumes the page's initial data; the second one requests it.
  await router.revalidate()
  browserQueryClient().removeQueries({ queryKey: ['page', ownFrontPage.id] })
  await router.revalidate()
}
