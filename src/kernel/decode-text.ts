/**
 * The text of a file as programs write it: UTF-8, or UTF-16 with a byte order mark as spreadsheet programs save
 * "Unicode text". Bytes that are neither become U+FFFD, by which readers of tables recognise another encoding.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** The text of a file that somebody chose in a browser. */
export async function textOfFile(file: Blob): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()))
}
