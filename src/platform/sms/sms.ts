import { z } from 'zod'
import { internationalPhone } from '#kernel/phone.ts'
import { readJson } from '#platform/bounded-reply.ts'
import { countOutcome } from '#platform/figures/outcome-counts.ts'
import { ServiceAway } from '#platform/jobs/queue.ts'

export interface ShortMessage {
  /** `+995555123456`; a number stored in another notation is brought into this form. */
  readonly to: string
  readonly text: string
}

/** Port that sends SMS through a gateway; throws when a message was not accepted. */
export interface SmsSender {
  send(message: ShortMessage): Promise<void>
}

/** A sender whose gateway can be asked whether it works. */
export interface SmsService extends SmsSender {
  isReachable(): Promise<boolean>
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
}): SmsService {
  return {
    async isReachable() {
      const signal = AbortSignal.timeout(timeoutMilliseconds)
      const answered = await fetch(options.url, { method: 'HEAD', signal }).catch(() => null)
      return answered !== null && answered.status < 500
    },
    async send({ to, text }) {
      const number = internationalPhone(to)
      if (number === null) throw new Error('An SMS was addressed to a text that is no phone number')
      const response = await reach(`${options.url}/api/v2/send/`, {
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
      if (response.status >= 500) throw away(`The SMS gateway answered ${response.status}`)
      const parsed = answer.safeParse(await readJson(response).catch(() => null))
      if (!response.ok || !parsed.success) {
        countOutcome('message', 'sms', 'refused')
        throw new Error(`The SMS gateway answered ${response.status}`)
      }
      if (!parsed.data.Success) {
        countOutcome('message', 'sms', 'refused')
        throw new Error(`The SMS gateway refused the message: ${parsed.data.ErrorCode}`)
      }
      countOutcome('message', 'sms', 'sent')
    },
  }
}

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch (error) {
    const { message, cause } = error as Error
    throw away(`The SMS gateway is away: ${(cause as Error | undefined)?.message ?? message}`)
  }
}

function away(message: string): ServiceAway {
  countOutcome('message', 'sms', 'away')
  return new ServiceAway('sms', message)
}
