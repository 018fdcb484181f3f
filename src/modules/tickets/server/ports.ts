import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import { createSigningKeys, type SigningKeys } from './code.ts'
import { createGuestLinks, type GuestLinks } from './guest-links.ts'
import type { ReadPicture } from '#platform/media/read-picture.ts'
import type { SentCount } from './transfer/sending.ts'
import { createShareTokens, type ShareTokens } from './transfer/share-tokens.ts'
import { createPrintedNumbers, type PrintedNumbers } from './printed-numbers.ts'
import { createRotatingKeys, type RotatingKeys } from './rotating-keys.ts'
import type { TicketSource } from './ticket-source.ts'
import { createPassTokens, type PassTokens } from './wallet/pass-tokens.ts'
import { openWalletNews, type WalletNews } from './wallet/wallet-news.ts'
import { openWallets, type WalletSettings, type Wallets } from './wallet/signers.ts'

/** Dependencies of tickets on other modules, and secrets cached in memory. */
export interface TicketPorts {
  readonly orders: OrderPorts
  readonly sources: readonly TicketSource[]
  readonly signingKeys: SigningKeys
  readonly guestLinks: GuestLinks
  readonly shareTokens: ShareTokens
  readonly rotatingKeys: RotatingKeys
  readonly printedNumbers: PrintedNumbers
  /** Messages of other modules to people who did not request them; counted with the links to tickets. */
  readonly sentElsewhere?: readonly SentCount[]
  readonly passTokens: PassTokens
  readonly wallets: Wallets
  readonly walletNews: WalletNews
  /** Pictures of the items; absent: emails show none. */
  readonly readPicture?: ReadPicture
}

/** Created once per process: the keys are read from the database on first use. */
export function createTicketPorts({
  wallets = { apple: null, google: null },
  ...options
}: Pick<TicketPorts, 'orders' | 'sources' | 'sentElsewhere' | 'readPicture'> & {
  /** Wallets that tickets can be added to; none when absent. */
  readonly wallets?: WalletSettings
}): TicketPorts {
  return {
    ...options,
    signingKeys: createSigningKeys(),
    guestLinks: createGuestLinks(),
    shareTokens: createShareTokens(),
    rotatingKeys: createRotatingKeys(),
    printedNumbers: createPrintedNumbers(),
    passTokens: createPassTokens(),
    wallets: openWallets(wallets),
    walletNews: openWalletNews(wallets),
  }
}
