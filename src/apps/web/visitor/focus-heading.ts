/** Controls in which somebody may be typing, for example a search that opens its page at the first letter. */
const editable = 'input, textarea, select, [contenteditable]'

/**
 * Moves the focus to the heading of each page that is opened without loading a document. Screen readers read the heading,
 * and the Tab key continues from there. The focus stays in a field, and where the new page has put it itself.
 */
export function focusHeadings(): void {
  const { documentElement: page } = document
  let shown = page.dataset['shown']
  let before: Element | null = null
  // The element with the focus when the old page was left; it may be gone when the new one is drawn.
  addEventListener('focusin', ({ target }) => {
    if (page.dataset['shown'] === shown) before = target as Element
  })
  new MutationObserver(() => {
    if (page.dataset['shown'] === shown) return
    shown = page.dataset['shown']
    const active = document.activeElement
    const isPlacedByPage = active !== before && active?.closest('main')
    if (isPlacedByPage || active?.matches(editable)) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    if (heading.tabIndex < 0) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }).observe(page, { attributeFilter: ['data-shown'] })
}
