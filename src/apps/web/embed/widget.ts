/**
 * Inserts the shop's widget at this script's place on an organiser's page:
 *
 * <script async src="https://shop.example/widget.js" data-show="romeo-and-juliet" data-locale="en"></script>
 *
 * Browsers of any site get the text of this function (`/widget.js`), so it uses nothing outside itself. It receives
 * the frame's height and sends the address to return to, in messages restricted to our frame and origin.
 */
export function showWidget(): void {
  const script = document.currentScript as HTMLScriptElement | null
  const show = script?.dataset['show']
  if (!script || !show) return console.error('The script of the widget needs data-show')
  const shop = new URL(script.src).origin
  const page = document.documentElement.lang.slice(0, 2)
  const locale = (script.dataset['locale'] ?? page) === 'en' ? 'en' : 'ka'
  const words =
    locale === 'en'
      ? { title: 'Tickets', buy: 'Buy tickets' }
      : { title: 'ბილეთები', buy: 'ბილეთების ყიდვა' }
  const base = shop + (locale === 'en' ? '/en' : '')
  const name = encodeURIComponent(show)
  const frame = document.createElement('iframe')
  frame.title = script.dataset['title'] ?? words.title
  frame.style.cssText = 'display:block;width:100%;border:0;min-height:20rem'
  frame.setAttribute('allow', 'clipboard-write')

  /** After the bank's redirect the address names the show and the order. */
  const returned = /^#bileti=(.+)\.([\w-]{36})$/.exec(location.hash)
  const isBack = returned !== null && returned[1] === name
  if (isBack) history.replaceState(history.state, '', location.pathname + location.search)
  frame.src = `${base}/widget/${name}${isBack ? `/checkout/${returned[2]}/result` : ''}`

  /** If frames are blocked, or this site is not listed, tickets can still be bought through the link. */
  const link = document.createElement('a')
  link.href = `${base}/shows/${name}`
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = words.buy
  const unheard = setTimeout(() => frame.after(link), 10_000)

  const tell = (message: object): void => frame.contentWindow?.postMessage(message, shop)
  const windowHeight = (): number => Math.max(480, Math.min(innerHeight - 32, 960))
  let isFilling = false
  const fit = (height: number): void => {
    isFilling = height === 0
    frame.style.height = `${isFilling ? windowHeight() : height}px`
  }
  addEventListener('resize', () => {
    if (isFilling) fit(0)
  })

  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== shop || source !== frame.contentWindow) return
    const { type, height } = data as { type?: unknown; height?: unknown }
    if (type === 'bileti:ready') {
      clearTimeout(unheard)
      link.remove()
      tell({ type: 'bileti:page', page: location.href })
      if (isBack) frame.scrollIntoView({ block: 'nearest' })
    }
    if (type === 'bileti:size' && typeof height === 'number' && height >= 0 && height < 20_000)
      fit(height)
    // Scrolls to the top of the next step.
    if (type === 'bileti:step' && frame.getBoundingClientRect().top < 0)
      frame.scrollIntoView({ block: 'start' })
  })
  script.after(frame)
}
