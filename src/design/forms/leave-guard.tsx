import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useKitTexts } from '../kit-texts.ts'

/** Asks before leaving a form with unsaved changes. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  const t = useKitTexts()
  const blocker = useBlocker(isOn)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // eslint-disable-next-line no-alert -- the same question as the browser's own, which must hold the page up
    if (window.confirm(t('leaveUnsaved'))) blocker.proceed()
    else blocker.reset()
  }, [blocker, t])
  return null
}
