import type { QrView } from '../../shapes.ts'

/** Four modules of white around a code, as the standard asks. */
const quietZone = 4

/** A QR code on white in every theme: on a dark ground many scanners see nothing. */
export function Code({ qr, label, className }: { qr: QrView; label: string; className?: string }) {
  const side = qr.size + 2 * quietZone
  return (
    <svg
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, so that it prints and scales
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`code ${className ?? ''}`}
    >
      <rect x={-quietZone} y={-quietZone} width={side} height={side} rx={2} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
