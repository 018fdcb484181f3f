import { createPages } from '../shared/pages.ts'
import en from './messages/en.json' with { type: 'json' }
import ka from './messages/ka.json' with { type: 'json' }

export type MessageKey = keyof typeof en

export const { translate, framePage, plainPage } = createPages<MessageKey>(
  { KA: ka, EN: en },
  { light: '#0b5cad', dark: '#7db8f7', onDark: '#06213d' },
)
