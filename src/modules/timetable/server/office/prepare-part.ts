import type { z } from 'zod'
import { sendFeedPart } from '../../feed-contract.ts'

export const preparation = {
  module: new URL(import.meta.url),
  body: sendFeedPart.body,
  prepare({ number, content }: z.output<typeof sendFeedPart.body>) {
    return { number, content: new Uint8Array(Buffer.from(content, 'base64')) }
  },
}
