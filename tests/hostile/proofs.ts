/** A buyer who has just been sent a code, for the calls that verify a phone. */
import { vi } from 'vitest'
import { sendCodeMessage } from '#modules/accounts/server/public-api.ts'
import { expectOk } from './purchases.ts'
import type { HostileShop } from './shop.ts'

/** A phone without earlier codes. */
function freshPhone(shop: HostileShop): string {
  return `+9955${[...shop.context.random.bytes(8)].map((byte) => byte % 10).join('')}`
}

async function ownPhone(shop: HostileShop, orderKey: string): Promise<void> {
  await shop.context.db
    .updateTable('orders')
    .set({ buyer_phone: freshPhone(shop) })
    .where('order_key', '=', orderKey)
    .execute()
}

/** Valid input for the calls that verify a buyer's phone. */
export async function proofValues(
  shop: HostileShop,
  callId: string,
  { token, orderKey }: { readonly token: string; readonly orderKey: string },
): Promise<Record<string, unknown>> {
  await ownPhone(shop, orderKey)
  if (callId !== 'orders-validate-check') return {}
  const { codeId } = await expectOk(shop.get(`/v2/orders/validate?orderKey=${orderKey}`, token))
  return { codeId, code: await codeOf(shop, codeId) }
}

/** The code in the SMS. */
async function codeOf(shop: HostileShop, codeId: string): Promise<string | undefined> {
  const texts: string[] = []
  const sms = { send: async (message: { text: string }) => void texts.push(message.text) }
  await sendCodeMessage(shop.context, sms, { codeId, locale: 'en' })
  return /\d{6}/.exec(texts[0] ?? '')?.[0]
}

/** Valid input for the calls that verify the phone of a visitor joining a queue. */
export async function queuePhone(
  shop: HostileShop,
  callId: string,
  { token, showId }: { readonly token: string; readonly showId: number },
): Promise<Record<string, unknown>> {
  const phone = freshPhone(shop)
  await shop.context.db
    .updateTable('waiting_room')
    .set({ asks_phone: true })
    .where('source', '=', 'event')
    .where('group_id', '=', showId)
    .execute()
  // Processes notice a changed queue after a second.
  const sent = await vi.waitUntil(
    async () => {
      const answer = await shop.post('/v2/shows/send-otp', { showId, phone }, token)
      return answer.status === 200 ? answer.body : null
    },
    { timeout: 15_000, interval: 200 },
  )
  if (callId === 'queue-send-otp') return { phone: freshPhone(shop) }
  return { codeId: sent.codeId, code: await codeOf(shop, sent.codeId) }
}
