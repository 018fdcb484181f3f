import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/wallet-en.json'
import georgian from '../messages/wallet-ka.json'

/** Texts of the panel for wallets; loaded with it. */
export const useWalletTexts = ownTexts(georgian, english)
