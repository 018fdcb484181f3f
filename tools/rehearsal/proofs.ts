/** Verifications that some events require before payment. */
import type { Ask } from './client.ts'
import type { Person } from './people.ts'
import type { Sale } from './shopper.ts'

type Prove = (
  sale: Sale,
  person: Person,
  held: { readonly orderKey: string; readonly token: string },
) => Promise<boolean>

/** Eleven digits, like personal numbers. */
const privateNumberFrom = 10_000_000_000
const codeMillisecondsMax = 30_000

/** By the error code that requires it; each returns whether it was accepted. */
export const proofs: Readonly<Record<string, Prove>> = {
  async PrivateNumberMissing(sale, person, { orderKey, token }) {
    const answer = await ask(sale, person, {
      path: '/v2/orders/checkout/validate-private-number',
      body: { orderKey, privateNumber: String(privateNumberFrom + person.number) },
      token,
    })
    return answer !== null
  },
  async PhoneNotConfirmed(sale, person, { orderKey, token }) {
    const path = `/v2/orders/validate?orderKey=${orderKey}`
    const sent = await ask(sale, person, { method: 'GET', path, token })
    const message = sent
      ? await sale.phones.waitFor(person.phone, codeMillisecondsMax).catch(() => null)
      : null
    const code = /\d{6}/.exec(message?.text ?? '')?.[0]
    if (!sent || code === undefined) return false
    const body = { orderKey, codeId: sent.codeId as string, code }
    return (await ask(sale, person, { path: '/v2/orders/validate', body, token })) !== null
  },
}

/** The response body; null if the call was refused. */
async function ask(
  { client, record }: Sale,
  { ip, number }: Person,
  given: Omit<Ask, 'ip' | 'as'>,
): Promise<{ readonly codeId?: string } | null> {
  const answer = await client.ask(number, { ...given, ip, as: 'checkout' })
  if (answer?.status === 200) return answer.body as { codeId?: string }
  record.refuse(answer?.body.error?.code)
  return null
}
