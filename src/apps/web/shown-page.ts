/**
 * Records the path of the page that is displayed. A page that is being left ignores clicks
 * (`visitor/left-page.ts`).
 */
export function showPage(pathname: string): void {
  const { dataset } = document.documentElement
  // The document names the canonical address of its own page, and browsers share that instead of the page's address.
  if (dataset['shown'] !== undefined && dataset['shown'] !== pathname)
    document.querySelector('[rel=canonical]')?.remove()
  dataset['shown'] = pathname
  delete dataset['left']
}
