import { useEffect, useState } from 'react'
import type { PlanPort } from './plan-port.ts'

/** Maximum length of a stored picture's longer side, in pixels. */
const sideMax = 2_000

export interface Raster {
  /** Base64 of a WebP or PNG. */
  readonly content: string
  readonly width: number
  readonly height: number
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/** Converts a picture or SVG to pixels, since an SVG could contain scripts. */
export async function rasterOf(file: File): Promise<Raster> {
  const address = URL.createObjectURL(file)
  try {
    const image = await load(address)
    const wide = image.naturalWidth || 1_600
    const high = image.naturalHeight || 1_200
    const isVector = file.type === 'image/svg+xml'
    const scale = isVector
      ? sideMax / Math.max(wide, high)
      : Math.min(sideMax / Math.max(wide, high), 1)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(Math.round(wide * scale), 1)
    canvas.height = Math.max(Math.round(high * scale), 1)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const content = canvas.toDataURL('image/webp', 0.85).split(',')[1] ?? ''
    return { content, width: canvas.width, height: canvas.height }
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** The background picture of a plan, once it is loaded. */
export function useUnderlay(
  planId: number,
  digest: string | undefined,
  { calls }: PlanPort,
): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<{ digest: string; image: HTMLImageElement } | null>(null)
  const path = calls.readPlanPicture.path
  useEffect(() => {
    if (digest === undefined) return undefined
    let isWanted = true
    const address = path.replace('{planId}', String(planId)).replace('{digest}', digest)
    async function show(wanted: string): Promise<void> {
      try {
        const image = await load(address)
        if (isWanted) setLoaded({ digest: wanted, image })
      } catch {
        // Plans can be drawn without their background picture.
      }
    }
    void show(digest)
    return () => {
      isWanted = false
    }
  }, [digest, path, planId])
  return loaded !== null && loaded.digest === digest ? loaded.image : null
}
