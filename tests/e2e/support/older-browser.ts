import type { BrowserContext } from 'playwright-core'

/**
 * Makes Chromium one of the oldest browsers of the range (`browserslist` of `package.json`): what one of them lacks is taken away
 * before the page's scripts run. Styles keep what they have.
 */
export async function olderBrowser(context: BrowserContext): Promise<void> {
  await context.addInitScript(takeAway)
}

function takeAway(): void {
  const remove = (owner: object | undefined, ...names: string[]): void => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name)
  }
  remove(Map, 'groupBy')
  remove(Object, 'groupBy')
  remove(Array, 'fromAsync')
  remove(Promise, 'withResolvers', 'try')
  remove(URL, 'parse', 'canParse')
  remove(RegExp, 'escape')
  remove(AbortSignal, 'any')
  remove(Uint8Array, 'fromBase64', 'fromHex')
  remove(Uint8Array.prototype, 'toBase64', 'toHex')
  remove(Intl, 'DurationFormat')
  for (const name of 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'.split(
    ' ',
  ))
    remove(Set.prototype, name)
  for (const name of 'map filter take drop flatMap reduce toArray forEach some every find'.split(
    ' ',
  ))
    remove(Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object, name)
  remove(Document.prototype, 'startViewTransition')
  remove(
    HTMLElement.prototype,
    'popover',
    'showPopover',
    'hidePopover',
    'togglePopover',
    'onbeforetoggle',
  )
  remove(HTMLButtonElement.prototype, 'popoverTargetElement', 'popoverTargetAction')
  remove(
    window,
    'Iterator',
    'Temporal',
    'ToggleEvent',
    'navigation',
    'scheduler',
    'BarcodeDetector',
    'requestIdleCallback',
    'cancelIdleCallback',
  )
  // Chromium goes on hiding what it has not opened itself.
  const shown = new CSSStyleSheet()
  shown.replaceSync(String.raw`[popover].\:popover-open { display: block }`)
  document.adoptedStyleSheets = [shown]
  // A name that a browser does not know is an error, unless it is in a list that forgives.
  for (const name of ['matches', 'closest', 'querySelector', 'querySelectorAll'] as const)
    for (const owner of [Element.prototype, Document.prototype] as unknown as Record<
      string,
      ((selector: string) => unknown) | undefined
    >[]) {
      const asBefore = owner[name]
      if (!asBefore) continue
      owner[name] = function select(this: unknown, selector: string): unknown {
        if (/(?<!\\|:is\():(popover-open|open)\b/.test(selector))
          throw new DOMException(`'${selector}' is not a valid selector.`, 'SyntaxError')
        return asBefore.call(this, selector)
      }
    }
  const subtle = SubtleCrypto.prototype
  const importKey = subtle.importKey as (...given: unknown[]) => Promise<CryptoKey>
  Object.assign(subtle, {
    importKey(this: SubtleCrypto, ...given: unknown[]): Promise<CryptoKey> {
      return given[2] === 'Ed25519'
        ? Promise.reject(new DOMException('Unrecognized algorithm name', 'NotSupportedError'))
        : importKey.apply(this, given)
    },
  })
}
