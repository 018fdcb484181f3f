/** Replies of outside parties, which are read as far as they may be long and no further: a party may be broken or taken over. */

/** A reply longer than its reader takes. */
export class ReplyTooLong extends Error {
  constructor(bytesMax: number) {
    super(`The reply is longer than ${bytesMax} bytes`)
    this.name = 'ReplyTooLong'
  }
}

/** The beginning of a reply, unpacked; the rest is not received. */
export async function readStart(
  { body }: Response,
  bytesMax: number,
): Promise<{ readonly content: Buffer; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax)
      return { content: Buffer.concat(chunks).subarray(0, bytesMax), isWhole: false }
  }
  return { content: Buffer.concat(chunks), isWhole: true }
}

/** A whole reply; throws `ReplyTooLong`. */
export async function readBytes(response: Response, bytesMax: number): Promise<Buffer> {
  const { content, isWhole } = await readStart(response, bytesMax)
  if (!isWhole) throw new ReplyTooLong(bytesMax)
  return content
}

/** A whole reply as text, as `Response.text` reads it. */
export async function readText(response: Response, bytesMax: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, bytesMax))
}

/** More than any answer to a command of ours has. */
const commandBytesMax = 100_000

/** A whole reply as JSON; throws for one that is too long or none. */
export async function readJson(response: Response, bytesMax = commandBytesMax): Promise<unknown> {
  return JSON.parse(await readText(response, bytesMax)) as unknown
}
