/**
 * The process that decodes pictures for `PictureDecoder`: one at a time, with one thread, and without anything of the
 * shop in its environment. It ends with its parent.
 */
import type { PictureAnswer, PictureRequest, PictureWork } from './decode.ts'

async function run({ module, file, options }: PictureRequest): Promise<PictureAnswer> {
  try {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    const { work } = (await import(module)) as { work: PictureWork<unknown, unknown> }
    return { value: await work.encode(Buffer.from(file), options) }
  } catch {
    return { value: null }
  }
}

process.once('disconnect', () => process.exit(0))
process.on('message', (request: PictureRequest) => {
  void run(request).then((answer) => process.send?.(answer))
})
