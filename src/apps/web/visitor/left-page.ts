import type { DataRouter } from 'react-router'

/**
 * Blocks clicks on a page that is being left: the address changes up to a second before the next page is drawn on a
 * slow phone, and clicks until then would be lost: a menu would close by itself, or the answer of a call would not
 * be shown.
 */
export function shieldLeftPage(router: Pick<DataRouter, 'subscribe'>): void {
  const { documentElement: page } = document
  router.subscribe(({ location }) => {
    page.toggleAttribute('data-left', location.pathname !== page.dataset['shown'])
  })
}
