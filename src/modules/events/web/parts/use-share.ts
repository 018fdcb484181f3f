import { useState } from 'react'
import { showToast } from '#design/parts/toast.ts'
import { useFollowTexts } from '../follow/texts.ts'

/** Shares the page's address with the device's share dialog, or copies it without one. */
export function useShare(title: string) {
  const t = useFollowTexts()
  const [problem, setProblem] = useState<string | null>(null)

  async function share(): Promise<void> {
    // Without the query, which may contain the key of a private show or campaign parameters.
    const url = window.location.origin + window.location.pathname
    setProblem(null)
    try {
      if ('share' in navigator) await navigator.share({ title, url })
      else {
        await window.navigator.clipboard.writeText(url)
        showToast({ text: t('linkCopied') })
      }
    } catch (error) {
      // Closing the device's dialog is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setProblem(t('failed'))
    }
  }

  return { share, problem }
}
