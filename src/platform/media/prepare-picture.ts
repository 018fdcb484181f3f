/** A picture in a body of megabytes, as bytes; decoded by a thread, which also reads the JSON around it. */
export function pictureBytes(base64: string): Uint8Array {
  // Bytes of their own, which are copied to the other thread without the pool that small buffers share.
  return new Uint8Array(Buffer.from(base64, 'base64'))
}
