import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import {
  operatorPageDiscard,
  operatorPagePublish,
  operatorPageSave,
  type PageView,
} from '../pages-contract.ts'
import { useValueForm } from './use-value-form.tsx'

/** The draft of a page in the editor: saved, published and discarded. */
export function usePageEditor(page: Pick<PageView, 'pageId' | 'version' | 'edition'>) {
  const locale = useLocale()
  const { pageId, version } = page
  const { save, act, replace, ...form } = useValueForm(page.edition, { at: 'body.edition' })
  const [isOutdated, setOutdated] = useState(false)
  /** The version whose successor replaces what is being edited, once it is loaded. */
  const [replaced, setReplaced] = useState<number | null>(null)
  if (replaced !== null && replaced !== version) {
    setReplaced(null)
    setOutdated(false)
    replace(page.edition)
  }
  const params = { pageId }
  const client = browserClient(locale)
  const noteOutdated = (error: unknown): never => {
    setOutdated(error instanceof CallError && error.code === 'PageChanged')
    throw error
  }
  return {
    ...form,
    /** Whether another tab or operator has saved a newer version. */
    isOutdated,
    save: () =>
      save(() => {
        const body = { version, edition: form.value }
        return client.send(operatorPageSave, { params, body }).catch(noteOutdated)
      }),
    /** Publishes at a time, or now. */
    publish: (at: string | null) =>
      act(() =>
        client.send(operatorPagePublish, { params, body: { version, at } }).catch(noteOutdated),
      ),
    discard: () =>
      act(async () => {
        await client.send(operatorPageDiscard, { params, body: { version } }).catch(noteOutdated)
        setReplaced(version)
      }),
    /** Continues with the newer version, without the changes of this tab. */
    openNewer: () => act(() => Promise.resolve(setReplaced(version))),
  }
}
