/** Draws rotating codes in the browser; downloaded only for tickets with them. */
import type { QrView, RotatingView } from '../shapes.ts'
import { fromBase64Url } from '#kernel/base64url.ts'
import { drawQr } from './draw-qr.ts'
import { rotatingText, slotOf, slotSeconds } from '../rotating-code.ts'

/**
 * Calls back with the code of this moment, now and at the beginning of every slot, by the server's clock at the time of
 * the page's reply, since the phone's may be minutes off. Returns the function that stops it.
 */
export function followCode(rotating: RotatingView, show: (qr: QrView) => void): () => void {
  const secret = fromBase64Url(rotating.secret)
  const ahead = Date.parse(rotating.serverTime) - performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  async function turn(): Promise<void> {
    const now = ahead + performance.now()
    const slot = slotOf(now)
    const text = await rotatingText(rotating.plainCode, secret, slot)
    if (isOver) return
    show(drawQr(text))
    const next = (slot + 1) * slotSeconds * 1000 - (ahead + performance.now())
    timer = setTimeout(() => void turn(), Math.max(next, 50))
  }

  // Timers do not run while a phone sleeps.
  const wake = () => {
    if (document.visibilityState !== 'visible') return
    clearTimeout(timer)
    void turn()
  }
  document.addEventListener('visibilitychange', wake)
  void turn()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
  }
}
