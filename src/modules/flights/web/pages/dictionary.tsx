import { PageTitle } from '#design/parts/page-title.tsx'
import { useDictionaryTexts, useTexts, type DictionaryKey } from '../texts.ts'

const words = [
  'pnr',
  'eticket',
  'fare',
  'cabinbag',
  'checked',
  'connection',
  'stopover',
  'codeshare',
  'checkin',
  'boarding',
  'gate',
  'terminal',
  'infant',
  'noshow',
  'schedule',
  'transitvisa',
] as const satisfies readonly DictionaryKey[]

/** Page that explains terms of flight tickets. */
export default function Dictionary() {
  const t = useTexts()
  const word = useDictionaryTexts()
  return (
    <div className="page py-8 tablet:py-12">
      <title>{t('dictionaryTitle')}</title>
      <meta name="description" content={t('dictionaryDescription')} />
      <PageTitle>{t('dictionaryTitle')}</PageTitle>
      <p className="mt-2 text-lead text-soft">{t('dictionaryDescription')}</p>
      <dl className="mt-part grid gap-x-part gap-y-group desk:grid-cols-2">
        {words.map((key) => (
          <div key={key} id={key} className="border-t border-rule pt-near">
            <dt className="text-lg font-semibold">{word(key)}</dt>
            <dd className="mt-1 max-w-[42rem] text-soft">{word(`${key}Text`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
