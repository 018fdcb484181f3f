import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useKitTexts } from '../kit-texts.ts'

/** Asks before another page of the shop is opened while a form's changes are not saved. */
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
