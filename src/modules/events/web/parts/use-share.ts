import { useState } from 'react'
import { showToast } from '#design/parts/toast.ts'
import { useFollowTexts } from '../follow/texts.ts'

/** Passes the address of the page on by the device's own means, or copies it where it has none. */
export function useShare(title: string) {
  const t = useFollowTexts()
  const [problem, setProblem] = useState<string | null>(null)

  async function share(): Promise<void> {
    // Keys that open a private show, and where the visitor came from, stay with the visitor.
    const url = window.location.origin + window.location.pathname
    setProblem(null)
    try {
      if ('share' in navigator) await navigator.share({ title, url })
      else {
        await window.navigator.clipboard.writeText(url)
        showToast({ text: t('linkCopied') })
      }
    } catch (error) {
      // Who closes the device's own dialog has changed their mind.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setProblem(t('failed'))
    }
  }

  return { share, problem }
}
