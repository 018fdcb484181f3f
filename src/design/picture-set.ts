import { pictureWidths } from '#kernel/picture-widths.ts'

/**
 * `srcset` of a picture of ours: the widths that the server makes of it, and its own. Undefined for one of another site.
 * Where it stands, `sizes` says how wide the page shows it.
 */
export function pictureSet({ url, width }: { readonly url: string; readonly width: number }) {
  if (!/^\/[mv]/.test(url)) return undefined
  const narrower = pictureWidths.flatMap((one) =>
    one < width ? `/media/w/${one}${url} ${one}w` : [],
  )
  return [...narrower, `${url} ${width}w`].join()
}

/** `sizes` of a poster in lists: two stand side by side on telephones. */
export const posterSizes = '(min-width:720px) 14rem,42vw'
