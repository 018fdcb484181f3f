import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { watchAdd } from '#modules/follows/contract.ts'
import { useTexts } from '../texts.ts'

/** Button that subscribes to new films of a cinema; visitors are sent to the sign-in first. */
export default function FollowCinema({ cinemaId }: { cinemaId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const authAddress = useAuthAddress()
  const { run, isWaiting, refusal } = useWork()
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <output className="mt-near block">
        {t('followCinemaDone')}{' '}
        <LocalLink to="/account/saved" className="link">
          {t('followSaved')}
        </LocalLink>
      </output>
    )
  return (
    <div className="mt-near">
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        onClick={() =>
          void run(async () => {
            try {
              const body = { source: 'cinema', subject: { cinemaId } }
              await browserClient(locale).send(watchAdd, { body })
            } catch (error) {
              if (!(error instanceof CallError) || error.code !== 'Unauthenticated') throw error
              return window.location.assign(authAddress('login'))
            }
            return setDone(true)
          })
        }
      >
        {t('followCinema')}
      </Button>
    </div>
  )
}
