/** Notes which page is drawn, by its path. One that is being left no longer takes presses (`visitor/left-page.ts`). */
export function showPage(pathname: string): void {
  const { dataset } = document.documentElement
  dataset['shown'] = pathname
  delete dataset['left']
}
