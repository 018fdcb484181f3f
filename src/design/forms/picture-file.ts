/** Formats of pictures that can be uploaded, for the `accept` of a file field. */
export const pictureFormats = 'image/jpeg,image/png,image/webp'

/** As the messages say: 5 MB. */
const bytesMax = 5_000_000

/** Whether a chosen file may be uploaded as a picture: dropped files and some browsers ignore `accept`. */
export function isPictureFile({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  return pictureFormats.split(',').includes(type) && size <= bytesMax
}
