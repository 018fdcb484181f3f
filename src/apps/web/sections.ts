import type { LocalizedText } from '#kernel/locale.ts'

export interface Section {
  readonly path: string
  readonly name: LocalizedText
}

/** What is sold beside shows. Sent with the data of the page, so that no script carries the names. */
export const sections: readonly Section[] = [
  { path: '/movies', name: { ka: 'კინო', en: 'Cinema' } },
  { path: '/transport', name: { ka: 'მატარებლები და ავტობუსები', en: 'Trains and buses' } },
  { path: '/fly', name: { ka: 'ფრენები', en: 'Flights' } },
  { path: '/multipass', name: { ka: 'აბონემენტები', en: 'Passes' } },
]
