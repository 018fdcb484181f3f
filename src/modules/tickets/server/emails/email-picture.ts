import type { Context } from '#platform/context.ts'
import type { EmailAttachment } from '#platform/mail/mail.ts'
import type { TicketPorts } from '../ports.ts'

/** Shown 96 px wide; twice as many for screens that have them. */
const pixelsWide = 192
/** Limits the number of pictures, since each enlarges the email. */
const picturesMax = 4

/** A picture attached to the email, so that reading it causes no requests. */
export interface EmailPicture extends EmailAttachment {
  readonly contentId: string
}

/** Small copies of the pictures at these addresses, in their order; unavailable ones are left out. */
export async function emailPictures(
  context: Pick<Context, 'log'>,
  { readPicture }: Pick<TicketPorts, 'readPicture'>,
  addresses: readonly (string | null)[],
): Promise<(EmailPicture | null)[]> {
  return Promise.all(
    addresses.map(async (address, index) => {
      if (!readPicture || !address || index >= picturesMax) return null
      try {
        const picture = await readPicture(address)
        if (!picture) return null
        const { default: sharp } = await import('sharp')
        const content = await sharp(picture)
          .resize({ width: pixelsWide, withoutEnlargement: true })
          .flatten({ background: '#fff' })
          .jpeg({ quality: 72 })
          .toBuffer()
        const contentId = `picture-${index}@bileti`
        return { filename: `picture-${index}.jpg`, contentType: 'image/jpeg', content, contentId }
      } catch (error) {
        context.log.warn({ err: error, address }, 'an email goes without its picture')
        return null
      }
    }),
  )
}
