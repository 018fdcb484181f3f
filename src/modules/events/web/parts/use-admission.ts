import { useState, useSyncExternalStore } from 'react'
import { noPass, passOf, watchPass } from './queue-pass.ts'

/** The visitor's credentials: an accepted access code or a private show's key, and a queue token. */
export function useAdmission(showId: number, previewKey: string | undefined) {
  const [code, setCode] = useState('')
  const waitingRoomToken = useSyncExternalStore(watchPass, () => passOf(showId), noPass)
  return { code, setCode, admission: { accessCode: code || previewKey, waitingRoomToken } }
}
