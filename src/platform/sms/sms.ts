import { z } from 'zod'
import { internationalPhone } from '#kernel/phone.ts'
import { readJson } from '#platform/bounded-reply.ts'

export interface ShortMessage {
  /** `+995555123456`; a number stored in another notation is brought into this form. */
  readonly to: string
  readonly text: string
}

/** Port that sends SMS through a gateway; throws when a message was not accepted. */
export interface SmsSender {
  send(message: ShortMessage): Promise<void>
}

const answer = z.object({
  Success: z.boolean(),
  Message: z.string().optional(),
  ErrorCode: z.number().int(),
})

/** Timeout of one request to the gateway; a code that arrives later is useless. */
const timeoutMilliseconds = 5_000

/**
 * The gateway of smsoffice.ge: one form post, `destination` without the plus, and a reply that states whether the
 * message was accepted. Source: the gateway's public API description, version 2.
 */
export function openSms(options: {
  readonly url: string
  readonly apiKey: string
  readonly sender: string
}): SmsSender {
  return {
    async send({ to, text }) {
      const number = internationalPhone(to)
      if (number === null) throw new Error('An SMS was addressed to a text that is no phone number')
      const response = await fetch(`${options.url}/api/v2/send/`, {
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMilliseconds),
        body: new URLSearchParams({
          key: options.apiKey,
          destination: number.slice(1),
          sender: options.sender,
          content: text,
          urgent: 'true',
        }),
      })
      const parsed = answer.safeParse(await readJson(response).catch(() => null))
      if (!response.ok || !parsed.success)
        throw new Error(`The SMS gateway answered ${response.status}`)
      if (!parsed.data.Success)
        throw new Error(`The SMS gateway refused the message: ${parsed.data.ErrorCode}`)
    },
  }
}
