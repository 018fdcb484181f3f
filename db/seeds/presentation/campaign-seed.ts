import type { LocalizedText } from '#kernel/locale.ts'

export interface CampaignSeed {
  readonly path: string
  readonly theme?: 'light' | 'dark' | 'partner'
  readonly hidesHeader?: boolean
  readonly hidesFooter?: boolean
  readonly title: LocalizedText
  readonly summary: LocalizedText
  readonly isOutOfMenu?: boolean
  readonly sections?: readonly {
    readonly title: LocalizedText
    readonly paragraphs?: readonly LocalizedText[]
    readonly points?: readonly LocalizedText[]
    readonly link?: { readonly path: string; readonly text: LocalizedText }
  }[]
  readonly shows?: readonly string[]
  readonly questions?: readonly {
    readonly question: LocalizedText
    readonly answer: LocalizedText
  }[]
}
