import type { LocalizedText } from '#kernel/locale.ts'

export interface Section {
  readonly path: string
  readonly name: LocalizedText
}

/** Sections other than shows. Sent with the page's data, so that no script contains the names. */
export const sections: readonly Section[] = [
  { path: '/movies', name: { ka: 'კინო', en: 'Cinema' } },
  { path: '/transport', name: { ka: 'მატარებლები და ავტობუსები', en: 'Trains and buses' } },
  { path: '/fly', name: { ka: 'ფრენები', en: 'Flights' } },
  { path: '/multipass', name: { ka: 'აბონემენტები', en: 'Passes' } },
]
