import { Bookmark, BookmarkCheck } from 'lucide-react'
import { browserClient } from '#design/data/browser-calls.ts'
import { searchSave } from '#modules/search/contract.ts'
import { forget, remember, useRemembered } from './device.ts'
import { useSearchTexts } from './texts.ts'

/** Saves the text on this device, and in the account of a signed-in customer. */
export function SaveButton({ text }: { text: string }) {
  const t = useSearchTexts()
  const isSaved = useRemembered('saved').includes(text)
  const Sign = isSaved ? BookmarkCheck : Bookmark

  function toggle(): void {
    if (isSaved) return forget('saved', text)
    remember('saved', text)
    browserClient()
      .send(searchSave, { query: { keyword: text } }, { keepalive: true })
      // It is saved on the device in any case.
      .catch(() => undefined)
  }

  return (
    <button type="button" aria-pressed={isSaved} onClick={toggle} className="chip">
      <Sign size={18} aria-hidden="true" />
      {t(isSaved ? 'isSaved' : 'save')}
    </button>
  )
}
