import { unbrokenName } from '#kernel/unbroken.ts'
import type { useTexts } from './texts.ts'

interface Way {
  readonly from: { readonly name: string }
  readonly to: { readonly name: string }
}

/** "Tbilisi → Batumi-Central": each name stays whole. */
export function wayText(t: ReturnType<typeof useTexts>, { from, to }: Way): string {
  return t('resultTitle', { from: unbrokenName(from.name), to: unbrokenName(to.name) })
}
