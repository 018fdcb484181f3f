import { Card } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Price } from '#design/parts/price.tsx'
import { money } from '#kernel/money.ts'
import { changePath, type ChangePage, type OtherClass } from '../change-data.ts'
import { useTexts } from '../texts.ts'

interface OtherClassesProps {
  readonly page: ChangePage
  readonly classes: readonly OtherClass[]
}

/** No seat is left in the ticket's class on this departure: the other classes, with what each costs or gives back. */
export function OtherClasses({ page, classes }: OtherClassesProps) {
  const { ticket, choice } = page
  const t = useTexts()
  return (
    <Card look="lifted" as="section" aria-label={t('changeClassFull')}>
      <p className="font-semibold">{t('changeClassFull')}</p>
      <p className="text-soft">{t(classes.length > 0 ? 'changeClassFullText' : 'changeAllFull')}</p>
      <ul className="mt-near space-y-near empty:hidden">
        {classes.map(({ classCode, name, seatsLeft, quote: { difference } }) => (
          <li
            key={classCode}
            className="flex flex-wrap items-center justify-between gap-near border-t border-rule pt-near"
          >
            <p className="figures min-w-0">
              <span className="font-semibold">{name}</span>{' '}
              <span className="text-note text-soft">{t('seatsLeft', { count: seatsLeft })}</span>
              <br />
              <Difference {...difference} />
            </p>
            <LinkButton
              look="quiet"
              to={changePath(ticket.ticketIdentifier, { ...choice, classCode, placeId: null })}
            >
              {t('changeToClass', { name })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Difference({ amount, currency }: OtherClass['quote']['difference']) {
  const t = useTexts()
  if (amount === 0) return t('changeNoDifference')
  return (
    <>
      {t(amount > 0 ? 'changeToPay' : 'changeBack')}:{' '}
      <Price money={money(Math.abs(amount), currency)} />
    </>
  )
}
