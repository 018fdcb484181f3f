import type { DataRouter } from 'react-router'

/**
 * The address is the next page's some time before that page is drawn, on a slow telephone a second. Presses on what is still
 * drawn would be lost: a menu would open and close by itself, a call would be sent whose answer nobody sees.
 */
export function shieldLeftPage(router: Pick<DataRouter, 'subscribe'>): void {
  const { documentElement: page } = document
  router.subscribe(({ location }) => {
    page.toggleAttribute('data-left', location.pathname !== page.dataset['shown'])
  })
}
