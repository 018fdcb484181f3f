import { pictureWidths } from '#kernel/picture-widths.ts'

interface Image {
  readonly url: string
  readonly width: number
}

/** `srcset` of a picture: the widths that the server makes of one of ours, and its own. */
export function pictureSet({ url, width }: Image): string {
  const narrower = pictureWidths.map((one) =>
    one < width && /^\/\w/.test(url) ? `/media/w/${one}${url} ${one}w,` : '',
  )
  return `${narrower.join('')}${url} ${width}w`
}

/** `sizes` of a poster in lists: two stand side by side on telephones. */
export const posterSizes = '(min-width:720px) 14rem,42vw'
