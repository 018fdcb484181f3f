/** Functions that run in pages, so each stands alone. They mark what they have found. */

/** The visible element of a role whose name or text matches a pattern. */
export function namedWith(role: string, pattern: string, at: number): boolean {
  const selectors: Record<string, string> = {
    button: 'button, [role="button"], [role="menuitem"], summary',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    text: 'p, span, li, dt, dd, h1, h2, h3, strong, small, div:not(:has(div))',
  }
  for (const before of document.querySelectorAll('[data-wanted]'))
    delete (before as HTMLElement).dataset['wanted']
  const expected = new RegExp(pattern)
  const found = [...document.querySelectorAll<HTMLElement>(selectors[role] ?? role)].filter(
    (one) => {
      const name = one.getAttribute('aria-label') ?? one.textContent ?? ''
      const isUsable = !one.hasAttribute('disabled') && one.closest('[inert]') === null
      return (
        isUsable &&
        one.getClientRects().length > 0 &&
        expected.test(name.replace(/\s+/g, ' ').trim())
      )
    },
  )
  const one = found.at(at)
  if (one) one.dataset['wanted'] = ''
  return one !== undefined
}

/** The visible field with a label. */
export function fieldWith(label: string): boolean {
  for (const before of document.querySelectorAll('[data-wanted]'))
    delete (before as HTMLElement).dataset['wanted']
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
  const one = fields.find((field) => {
    const names = [
      field.getAttribute('aria-label'),
      ...[...(field.labels ?? [])].map(({ textContent }) => textContent),
    ]
    return (
      field.getClientRects().length > 0 &&
      names.some((name) => (name ?? '').replace(/\s+/g, ' ').trim() === label)
    )
  })
  if (one) one.dataset['wanted'] = ''
  return one !== undefined
}

/** Sets fields whose names end so, as far as there are any. React reads a value that was set by the browser's own setter. */
export function setFields(values: Readonly<Record<string, string>>): void {
  for (const [ending, value] of Object.entries(values)) {
    const field = document.querySelector<HTMLInputElement>(`[name$=".${ending}"]`)
    if (!field) continue
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
    set?.call(field, value)
    field.dispatchEvent(
      new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }),
    )
  }
}
