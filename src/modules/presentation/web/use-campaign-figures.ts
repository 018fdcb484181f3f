import { useEffect } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { splitLocale } from '#kernel/locale.ts'
import { ownCampaignSeen, type CampaignPage } from '../contract.ts'

/** Counts a page view once per visit, and clicks on blocks. Previews are not counted. */
export function useCampaignFigures({ path: address, isPreview }: CampaignPage) {
  const { path } = splitLocale(address)
  const report = (place: string): void => {
    if (isPreview) return
    // Visitors need not know that counting failed.
    browserClient()
      .send(ownCampaignSeen, { body: { path, place } }, { keepalive: true })
      .catch(() => undefined)
  }
  useEffect(() => {
    if (isFirstTime(`bileti:seen ${path}`)) report('')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once a page
  }, [path])
  return (event: { readonly target: EventTarget }): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const block = link?.closest<HTMLElement>('[data-block]')
    if (block) report(block.dataset['block'] ?? '')
  }
}

function isFirstTime(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage every view is counted.
  }
  return true
}
