import { useState, useSyncExternalStore } from 'react'
import { noPass, passOf, watchPass } from './queue-pass.ts'

/** What lets a visitor in: the code they typed and the server found good, or a private show's key; a place in line. */
export function useAdmission(showId: number, previewKey: string | undefined) {
  const [code, setCode] = useState('')
  const waitingRoomToken = useSyncExternalStore(watchPass, () => passOf(showId), noPass)
  return { code, setCode, admission: { accessCode: code || previewKey, waitingRoomToken } }
}
