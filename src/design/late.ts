/** Pauses before a script is asked for again, in milliseconds; the last one repeats while nothing can come. */
const pauses = [300, 1_500, 4_000]

/** Whether this page has been left: it may still be shown again, as it was. */
let isLeft = false
if (!import.meta.env.SSR)
  for (const type of ['pagehide', 'pageshow'])
    addEventListener(type, () => (isLeft = type === 'pagehide'))

/**
 * For scripts that a page cannot do without. Safari and Firefox abort what is loading as soon as another page is asked for, also
 * when that turns out to be a download: it is tried again, and it is no failure while the page is left or without a connection.
 * Not by `beforeunload`, which would keep the page from being restored when the visitor returns.
 */
export async function needed<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let at = 0; ; at++) {
    try {
      return await load()
    } catch (error) {
      if (at >= pauses.length && !isLeft && navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, pauses[at] ?? 4_000))
    }
  }
}

/**
 * For parts that a page can do without, and for content that the server renders completely and that consists of links only: its
 * script may load late or, without a connection, never; until then the server's HTML or nothing is there.
 */
export function late<Module>(loading: Promise<Module>): Promise<Module> {
  return loading.catch(() => new Promise<never>(() => undefined))
}
