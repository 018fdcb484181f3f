import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { z } from 'zod'
import type { Emails } from './emails.ts'

/** Faults of the mailbox. Counters go down to zero. */
export const misbehaviourShape = z.strictObject({
  /** Number of emails to refuse. */
  refuseNext: z.number().int().min(0).max(100_000).optional(),
  /** SMTP code of a refusal: 4xx is temporary, 5xx permanent. */
  refuseCode: z.number().int().min(400).max(599).optional(),
  /** Refuses the recipient (`rcpt`) or the email after it was sent (`data`). */
  refuseAt: z.enum(['rcpt', 'data']).optional(),
  /** Number of emails that are accepted, after which the connection is closed without a response. */
  silentNext: z.number().int().min(0).max(100_000).optional(),
  /** Delay of each response, in milliseconds. */
  delayMs: z.number().int().min(0).max(600_000).optional(),
})

export type Misbehaviour = z.infer<typeof misbehaviourShape>

type Envelope = { from: string; to: string[] }

/** Counters of the SMTP server. */
export type SmtpCounts = { accepted: number; refused: number; silent: number }

const sizeMax = 25 * 1024 * 1024

/** Builds the SMTP server; it accepts any sender, recipient and password. */
export function buildSmtp(mails: Emails, faults: Misbehaviour, counts: SmtpCounts): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: sizeMax,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onRcptTo: (_address, _session, callback) => {
      callback(faults.refuseAt === 'rcpt' ? refusal(faults, counts) : null)
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const envelope = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
        }
        storeEmail(session.id, envelope, Buffer.concat(chunks)).then(
          () => callback(null, 'Taken into the mailbox'),
          (error: Error) => callback(error),
        )
      })
    },
  })
  // Clients may disconnect; an unhandled `error` event would end the process.
  server.on('error', () => {})
  return server

  async function storeEmail(sessionId: string, envelope: Envelope, raw: Buffer): Promise<void> {
    if (faults.delayMs) await sleep(faults.delayMs)
    const refused = faults.refuseAt === 'rcpt' ? null : refusal(faults, counts)
    if (refused) throw refused
    await mails.add(envelope, raw)
    counts.accepted += 1
    if (!faults.silentNext) return
    faults.silentNext -= 1
    counts.silent += 1
    for (const connection of server.connections) {
      if (connection.id === sessionId) connection.close()
    }
    await new Promise(() => {})
  }
}

function refusal(faults: Misbehaviour, counts: SmtpCounts): Error | null {
  if (!faults.refuseNext) return null
  faults.refuseNext -= 1
  counts.refused += 1
  const responseCode = faults.refuseCode ?? 451
  return Object.assign(new Error('Refused on request'), { responseCode })
}
