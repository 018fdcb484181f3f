/** What the first bytes of a picture say about it, read without decoding anything. */

export interface PictureHead {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp'
  readonly width: number
  readonly height: number
  /** Memory of the whole picture while it is decoded. */
  readonly decodedBytes: number
}

/** Null for everything that is not the beginning of a JPEG, PNG or WebP picture. */
export function readPictureHead(file: Buffer): PictureHead | null {
  const head = readPng(file) ?? readWebp(file) ?? readJpeg(file)
  return head && head.width > 0 && head.height > 0 ? head : null
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Samples of a pixel by PNG's type of colour; a palette decodes to colours that may be transparent. */
const pngChannels: Readonly<Record<number, number>> = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 }

function readPng(file: Buffer): PictureHead | null {
  if (file.length < 33 || !file.subarray(0, 8).equals(pngSignature)) return null
  if (file.toString('latin1', 12, 16) !== 'IHDR') return null
  const channels = pngChannels[file.readUInt8(25)]
  if (channels === undefined) return null
  const sampleBytes = file.readUInt8(24) > 8 ? 2 : 1
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
  return headOf('image/png', size, channels * sampleBytes)
}

const webpChannels = 4

function readWebp(file: Buffer): PictureHead | null {
  if (file.length < 30 || file.toString('latin1', 0, 4) !== 'RIFF') return null
  if (file.toString('latin1', 8, 12) !== 'WEBP') return null
  const size = webpSize(file)
  return size && headOf('image/webp', size, webpChannels)
}

interface Size {
  readonly width: number
  readonly height: number
}

function webpSize(file: Buffer): Size | null {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = file.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}

/** Markers of JPEG's frames; the other numbers of this range are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isProgressive = (marker: number): boolean => [0xc2, 0xc6, 0xca, 0xce].includes(marker)

/** Goes from segment to segment until the frame, whose segment has the size. */
function readJpeg(file: Buffer): PictureHead | null {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 10 <= file.length) {
    if (file[at] !== 0xff) return null
    const marker = file.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) {
      const size = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
      // All coefficients of a progressive picture are kept, two bytes each, until its last scan.
      const sampleBytes = file.readUInt8(at + 4) > 8 || isProgressive(marker) ? 2 : 1
      return headOf('image/jpeg', size, file.readUInt8(at + 9) * sampleBytes)
    }
    at += 2 + Math.max(2, file.readUInt16BE(at + 2))
  }
  return null
}

function headOf(
  contentType: PictureHead['contentType'],
  { width, height }: Size,
  pixelBytes: number,
): PictureHead {
  return { contentType, width, height, decodedBytes: width * height * pixelBytes }
}
