/** What older browsers of the range (`tools/browser-range.ts`) lack or do wrong, for every page. */
export function helpOlderBrowsers(): void {
  // Safari before 17.
  if (!('popover' in HTMLElement.prototype))
    void import('@oddbird/popover-polyfill/fn').then(({ apply }) => apply())
  addEventListener('pointerup', closeMenus)
}

/** Safari on iOS 17 to 18.2 leaves a menu open when something beside it is tapped (WebKit bug 267688). */
function closeMenus({ target }: Event): void {
  if (!(target instanceof Element)) return
  for (const menu of document.querySelectorAll<HTMLElement>('[popover="auto"]:is(:popover-open)')) {
    const isItsOwn = menu.contains(target) || target.closest(`[popovertarget="${menu.id}"]`)
    if (!isItsOwn) menu.hidePopover()
  }
}
