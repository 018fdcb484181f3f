import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { useShellTexts } from '../texts.ts'

const delayMilliseconds = 400

/** A thin bar when the next page takes a while; removed when it has loaded or failed. */
export function ProgressBar() {
  const t = useShellTexts()
  const isUnderWay = useNavigation().state !== 'idle'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setShown(true), delayMilliseconds)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isUnderWay])
  if (!isShown) return null
  return (
    <progress
      aria-label={t('loading')}
      className="progress-bar fixed inset-x-0 top-0 z-50 block w-full"
    />
  )
}
