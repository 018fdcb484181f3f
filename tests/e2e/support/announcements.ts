import type { BrowserContext, Page } from 'playwright-core'

/**
 * Records what live regions say from now on: the text of a region after each change, and alerts that appear. A region that
 * arrives with its text is not read, except an alert.
 */
export async function recordAnnouncements(context: BrowserContext): Promise<string[]> {
  const said: string[] = []
  await context.exposeBinding('reportAnnouncement', (_source, text: string) => {
    said.push(text)
  })
  await context.addInitScript(() => {
    const live = '[aria-live="polite"], [aria-live="assertive"], [role="status"], output'
    const { reportAnnouncement } = window as unknown as {
      reportAnnouncement(text: string): Promise<void>
    }
    const known = new WeakSet<Element>()
    const say = (region: Element): void => {
      const text = region.textContent.replaceAll(/\s+/g, ' ').trim()
      if (text !== '' && region.checkVisibility({ visibilityProperty: true }))
        void reportAnnouncement(text)
    }
    const look = (records: readonly MutationRecord[]): void => {
      const changed = new Set<Element>()
      for (const { target, addedNodes } of records) {
        const at = target instanceof Element ? target : target.parentElement
        const region = at?.closest(`${live}, [role="alert"]`)
        if (region && known.has(region)) changed.add(region)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          if (node.matches('[role="alert"]')) changed.add(node)
          for (const alert of node.querySelectorAll('[role="alert"]')) changed.add(alert)
        }
      }
      changed.forEach(say)
      for (const region of document.querySelectorAll(`${live}, [role="alert"]`)) known.add(region)
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  return said
}

/** A control as the browser describes it to a screen reader. */
export interface Described {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly isInvalid: boolean
  readonly isFocused: boolean
}

/** The controls and headings of a role that have this name. */
export async function describedAs(
  page: Page,
  role: string,
  name: string | RegExp,
): Promise<Described[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter((node) => !node.ignored && node.role?.value === role)
    .map((node) => {
      const property = (wanted: string): unknown =>
        node.properties?.find((one) => one.name === wanted)?.value.value
      return {
        role,
        name: String(node.name?.value ?? ''),
        description: String(node.description?.value ?? ''),
        isInvalid: property('invalid') === 'true',
        isFocused: property('focused') === true,
      }
    })
    .filter((node) => (typeof name === 'string' ? node.name === name : name.test(node.name)))
}
