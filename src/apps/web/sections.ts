import type { LocalizedText } from '#kernel/locale.ts'
import { brands } from '#modules/transport/kinds.ts'

export interface Section {
  readonly path: string
  readonly name: LocalizedText
  /** First segments of its pages' paths. */
  readonly roots: readonly string[]
}

/** Sections other than shows. Sent with the page's data, so that no script contains the names. */
export const sections: readonly Section[] = [
  { path: '/movies', name: { ka: 'კინო', en: 'Cinema' }, roots: ['movies'] },
  {
    path: '/transport',
    name: { ka: 'მატარებლები და ავტობუსები', en: 'Trains and buses' },
    roots: ['transport', ...brands],
  },
  { path: '/fly', name: { ka: 'ფრენები', en: 'Flights' }, roots: ['fly'] },
  { path: '/multipass', name: { ka: 'აბონემენტები', en: 'Passes' }, roots: ['multipass'] },
]
