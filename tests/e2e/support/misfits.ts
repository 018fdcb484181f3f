/**
 * What of a page does not fit: it scrolls sideways, a text leaves the page or its box, is cut off without an ellipsis, or
 * covers another text. What lies in a part that scrolls sideways by itself may be wider than the part. Runs in the page.
 */
export function misfits(): string[] {
  interface Line {
    readonly rect: DOMRect
    readonly element: Element
    readonly layer: Element | null
  }
  const found = new Set<string>()
  const root = document.documentElement
  const width = root.clientWidth
  /** Rounding, and letters that reach beyond their width. */
  const slack = 1.5
  const nameOf = (element: Element | null): string =>
    element
      ? `${element.tagName.toLowerCase()}${[...element.classList].map((one) => `.${one}`).join('')}`
      : ''
  const note = (kind: string, element: Element, other?: Element): void => {
    const path = [element.parentElement?.parentElement, element.parentElement, element].map(
      (each) => nameOf(each ?? null),
    )
    const text = (element.textContent ?? '').trim().slice(0, 24)
    found.add(`${kind}: ${path.join(' > ')} "${text}"${other ? ` ${nameOf(other)}` : ''}`)
  }
  const isPainted = ({
    backgroundColor,
    borderRightWidth,
    borderRightColor,
  }: CSSStyleDeclaration) =>
    !/, 0\)$|transparent|\/ 0\)$/.test(backgroundColor) ||
    (Number.parseFloat(borderRightWidth) > 0 &&
      !/, 0\)$|transparent|\/ 0\)$/.test(borderRightColor))

  /** Looks at the boxes around a line; the part of it that is seen, if any. */
  const judge = (rect: DOMRect, element: Element): DOMRect | null => {
    let { left, top, right, bottom } = rect
    let isScrolled = false
    for (let box: Element | null = element; box && box !== root; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.display === 'inline' || style.display === 'contents') continue
      const outer = box.getBoundingClientRect()
      if (outer.width <= 1 || outer.height <= 1 || style.clipPath === 'inset(50%)') return null
      const isClipping = style.overflowX !== 'visible'
      const isScrolling = style.overflowX === 'auto' || style.overflowX === 'scroll'
      const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      const isOut = right > outer.right + slack || left < outer.left - slack
      if (isOut && !isScrolled && !isScrolling && !isShortened) {
        if (isClipping) note('cut off', element, box)
        else if (isPainted(style)) note('leaves its box', element, box)
      }
      if (isScrolling) isScrolled = true
      if (!isClipping && style.overflowY === 'visible') continue
      left = Math.max(left, outer.left)
      right = Math.min(right, outer.right)
      top = Math.max(top, outer.top)
      bottom = Math.min(bottom, outer.bottom)
      if (right - left <= slack || bottom - top <= slack) return null
    }
    if (right > width + slack || left < -slack) note('off the page', element)
    return new DOMRect(left, top, right - left, bottom - top)
  }

  if (root.scrollWidth > width)
    found.add(`the page is ${root.scrollWidth} wide instead of ${width}`)
  const lines: Line[] = []
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    if (!element || (node.nodeValue ?? '').trim() === '') continue
    if (
      element.closest(
        'script, style, option, noscript, svg, dialog:not([open]), [popover]:not(:popover-open)',
      )
    )
      continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    range.selectNodeContents(node)
    let layer: Element | null = element
    while (layer && !/fixed|sticky|absolute/.test(getComputedStyle(layer).position))
      layer = layer.parentElement
    for (const line of range.getClientRects()) {
      const rect = line.width > 1 ? judge(line, element) : null
      // Of a line that is cut off below, as after an ellipsis, only its upper edge is in sight.
      if (rect && rect.height > line.height / 2) lines.push({ rect, element, layer })
    }
  }
  lines.sort((one, other) => one.rect.top - other.rect.top)
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      if (other.rect.top >= one.rect.bottom) break
      if (one.element === other.element || one.layer !== other.layer) continue
      const across =
        Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const down = Math.min(one.rect.bottom, other.rect.bottom) - other.rect.top
      if (across > 3 && down > 0.45 * Math.min(one.rect.height, other.rect.height))
        note('covers another', one.element, other.element)
    }
  }
  return [...found]
}
