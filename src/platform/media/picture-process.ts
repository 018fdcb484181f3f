/**
 * The process that decodes pictures for `PictureDecoder`: one at a time, with one thread, and without anything of the
 * shop in its environment. It ends with its parent.
 */
import type { PictureAnswer, PictureRequest, PictureWork } from './decode.ts'

async function run(request: PictureRequest): Promise<PictureAnswer> {
  const { module, width, height, options } = request
  const file = Buffer.from(request.file)
  try {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    const found = await sharp(file).metadata()
    if (found.width !== width || (found.pageHeight ?? found.height) !== height)
      return { value: null }
    const { work } = (await import(module)) as { work: PictureWork<unknown, unknown> }
    return { value: await work.encode(file, options) }
  } catch {
    return { value: null }
  }
}

process.once('disconnect', () => process.exit(0))
process.on('message', (request: PictureRequest) => {
  void run(request).then((answer) => process.send?.(answer))
})
