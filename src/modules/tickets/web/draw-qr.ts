import encode from 'qr'
import type { QrView } from '../shapes.ts'

/** A code as one path over its modules, as the server draws those that stay. */
export function drawQr(text: string): QrView {
  // The library draws at least one module of white around; the page leaves its own.
  const framed = encode(text, 'raw', { ecc: 'medium', encoding: 'alphanumeric', border: 1 })
  const rows = framed.slice(1, -1).map((row) => row.slice(1, -1))
  let path = ''
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) path += `M${x} ${y}h1v1h-1z`
    })
  })
  return { size: rows.length, path }
}
