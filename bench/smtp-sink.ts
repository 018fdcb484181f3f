import { SMTPServer } from 'smtp-server'

/**
 * A mail server that accepts everything and records only time, recipient and Message-ID of each email. A separate
 * process: sends its port first, then its records on request.
 */
interface Taken {
  readonly to: string
  readonly messageId: string
  readonly hasPdf: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

const taken: Taken[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, session, callback) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      taken.push({
        to: session.envelope.rcptTo[0]?.address ?? '',
        messageId: /^Message-ID: (.+)\r$/im.exec(text)?.[1] ?? '',
        hasPdf: text.includes('application/pdf'),
        at: Date.now(),
      })
      callback()
    })
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
process.on('message', () => process.send?.({ taken }))
process.on('disconnect', () => process.exit(0))
