import type { TpayFake } from '../../fakes/tpay/start.ts'

/** What buyers do at the demo bank, in this process or another. */
export interface DemoBank {
  /** False when the bank no longer accepts a card for this payment, or cannot be reached. */
  approve(payId: string): Promise<boolean>
  decline(payId: string): Promise<void>
  /** Makes the bank capture less than requested when the payment is approved. */
  captureLess(payId: string): Promise<void>
  /** Ids of payments that are neither paid nor declined. */
  open(): Promise<string[]>
}

/** A bank in this process. */
export function inProcessBank(bank: TpayFake): DemoBank {
  return {
    async approve(payId) {
      try {
        bank.pay(payId, { kind: 'approve' })
        return true
      } catch {
        // The bank may have closed the session meanwhile.
        return false
      }
    },
    decline: async (payId) => bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' }),
    captureLess: async (payId) => bank.misbehave({ approveAmountMinor: 1 }, payId),
    open: async () =>
      bank
        .payments()
        .filter(({ status }) => status === 'Created')
        .map(({ payId }) => payId),
  }
}

/** A bank in another process, which may be killed at any time. */
export function remoteBank(url: string): DemoBank {
  const send = async (path: string, body?: object): Promise<unknown> => {
    try {
      const reply = await fetch(`${url}/__control/${path}`, {
        signal: AbortSignal.timeout(10_000),
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      return reply.ok ? await reply.json() : null
    } catch {
      return null
    }
  }
  return {
    approve: async (payId) => (await send('pay', { payId, outcome: 'approve' })) !== null,
    decline: async (payId) => void (await send('pay', { payId, outcome: 'decline' })),
    captureLess: async (payId) => void (await send('misbehave', { payId, approveAmountMinor: 1 })),
    async open() {
      const found = (await send('payments')) as {
        payments: { payId: string; status: string }[]
      } | null
      return (found?.payments ?? [])
        .filter(({ status }) => status === 'Created')
        .map(({ payId }) => payId)
    },
  }
}
