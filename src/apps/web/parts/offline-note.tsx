import { useSyncExternalStore } from 'react'
import { OfflineIcon } from '#design/parts/icon.tsx'
import { useShellTexts } from '../texts.ts'

export function OfflineNote() {
  const t = useShellTexts()
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )
  return (
    <output className="sticky top-0 z-40 block">
      {!isOnline && (
        <span className="flex items-center justify-center gap-2 bg-warn-wash px-4 py-2 text-sm text-warn">
          <OfflineIcon size={18} />
          {t('offline')}
        </span>
      )}
    </output>
  )
}

function watchConnection(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
