import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { majorUnits } from '#kernel/money-arithmetic.ts'
import { type Money } from '#kernel/money.ts'
import { appleSession, walletMethods } from '../wallet-pay-contract.ts'

export interface Wallet {
  readonly kind: 'apple-pay' | 'google-pay'
  readonly supportedMethods: string
  readonly data: Readonly<Record<string, unknown>>
}

const shopName = 'Bileti'

/** Safari asks for Apple's session by this event of the request. */
interface ValidationEvent extends Event {
  complete(session: Promise<unknown>): void
}

/**
 * The wallets that the shop takes and this browser may have. Whoever looks at a checkout is told to nobody: Google Pay is
 * offered unasked, since a browser that is asked for it asks Google; Safari answers for Apple Pay by itself.
 */
export function useWallets(toPay: Money): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  const { amount, currency } = toPay
  useEffect(() => {
    if (typeof PaymentRequest === 'undefined' || amount === 0) return
    let isLeft = false
    async function look(): Promise<void> {
      const { methods } = await browserClient().send(walletMethods, {})
      const known = await Promise.all(
        methods.map(async (wallet) =>
          (await hasWallet(wallet, { amount, currency })) ? [wallet] : [],
        ),
      )
      if (!isLeft) setWallets(known.flat())
    }
    // Without an answer there are the other ways.
    look().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [amount, currency])
  return amount === 0 ? [] : wallets
}

async function hasWallet(wallet: Wallet, toPay: Money): Promise<boolean> {
  const isApples = 'ApplePaySession' in window
  if (wallet.kind === 'google-pay' || !isApples) return wallet.kind === 'google-pay' && !isApples
  try {
    return await requestOf(wallet, toPay, shopName).canMakePayment()
  } catch {
    return false
  }
}

function requestOf({ supportedMethods, data }: Wallet, toPay: Money, label: string) {
  const value = majorUnits(toPay).toFixed(2)
  return new PaymentRequest([{ supportedMethods, data }], {
    total: { label, amount: { currency: toPay.currency, value } },
  })
}

export interface Sheet {
  /** What the wallet has encrypted for the bank, `closed` by the buyer, or `absent`: this browser has no such wallet. */
  readonly outcome: Promise<{ readonly token: string } | 'closed' | 'absent'>
  /** Tells the sheet how it ended; one that was never filled in is taken away. */
  close(isPaid: boolean): Promise<void>
}

/** Opens the wallet's sheet at once. */
export function openSheet(
  wallet: Wallet,
  {
    orderKey,
    toPay,
    label,
  }: { readonly orderKey: string; readonly toPay: Money; readonly label: string },
): Sheet {
  const request = requestOf(wallet, toPay, label)
  request.addEventListener('merchantvalidation', (event) => {
    const session = browserClient().send(appleSession, { body: { orderKey } })
    ;(event as ValidationEvent).complete(session.then((answer) => answer.session))
  })
  const shown = request.show()
  let response: PaymentResponse | null = null
  const outcome = shown.then(
    (filled) => {
      response = filled
      return { token: tokenOf(wallet, filled.details as Readonly<Record<string, unknown>>) }
    },
    (error: unknown) => {
      const name = error instanceof DOMException ? error.name : ''
      if (name === 'AbortError') return 'closed'
      if (name === 'NotSupportedError') return 'absent'
      throw error
    },
  )
  return {
    outcome,
    async close(isPaid) {
      if (response) await response.complete(isPaid ? 'success' : 'fail')
      else await request.abort().catch(() => undefined)
    },
  }
}

/** Apple's payment data as the bank takes it, or Google's token, which is text already. */
function tokenOf({ kind }: Wallet, details: Readonly<Record<string, unknown>>): string {
  if (kind === 'apple-pay') {
    const { token } = details as { token: { paymentData: unknown } }
    return JSON.stringify(token.paymentData)
  }
  const { paymentMethodData: method } = details as {
    paymentMethodData: { tokenizationData: { token: string } }
  }
  return method.tokenizationData.token
}
