import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive (PKWARE APPNOTE 6.3) of compressed texts, dated with the format's earliest day. */
export function zipOf(files: readonly { readonly path: string; readonly text: string }[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, text } of files) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const name = Buffer.from(path)
    const facts = Buffer.alloc(26)
    // Version 2.0, UTF-8 names, deflate, 1 January 1980.
    for (const [at, value] of [20, 0x0800, 8, 0, 0x21].entries()) facts.writeUInt16LE(value, at * 2)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, rest, name]),
    )
    bodies.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, entries, Buffer.from('PK\u0005\u0006'), end])
}
