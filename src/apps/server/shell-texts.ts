import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { localeCodes, type LocaleCode } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import az from '../web/messages/az.json' with { type: 'json' }
import en from '../web/messages/en.json' with { type: 'json' }
import ka from '../web/messages/ka.json' with { type: 'json' }
import ru from '../web/messages/ru.json' with { type: 'json' }

/** Every language has every text: a missing key fails the type check. */
const texts: Readonly<Record<LocaleCode, Readonly<Record<keyof typeof en, string>>>> = {
  'ka-GE': ka,
  'en-US': en,
  'ru-RU': ru,
  'az-AZ': az,
}

const codes = { ka: 'ka-GE', en: 'en-US', ru: 'ru-RU', az: 'az-AZ' } as const

const shellTexts = defineCall({
  id: 'own-shell-texts',
  area: 'own',
  method: 'GET',
  path: '/v2/shell/texts',
  summary:
    'The texts of the shell in one of its four languages, for applications and pages of partners; without `locale` in that of the request',
  credential: 'api-key',
  query: z.object({ locale: z.enum(localeCodes).optional() }),
  reply: z.object({ locale: z.enum(localeCodes), texts: z.record(z.string(), z.string()) }),
  cacheSeconds: 60,
})

/** Serves the shell's texts in the two languages for which no pages exist. */
export const shellTextRoutes: readonly Implementation[] = [
  implement(shellTexts, (context, { query }) => {
    const wanted = context.languages?.find((language) => language in codes)
    const locale = query.locale ?? codes[(wanted ?? context.locale) as keyof typeof codes]
    return Promise.resolve(ok({ locale, texts: texts[locale] }))
  }),
]
