/**
 * Records the path of the page that is displayed. A page that is being left ignores clicks
 * (`visitor/left-page.ts`).
 */
export function showPage(pathname: string): void {
  const { dataset } = document.documentElement
  dataset['shown'] = pathname
  delete dataset['left']
}
