import { useEffect, useRef, type ReactNode } from 'react'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Card } from '#design/parts/card.tsx'

interface OrderMessageProps {
  readonly icon: ReactNode
  readonly tone: 'good' | 'bad' | 'calm'
  readonly title: string
  readonly children: ReactNode
  /** The ways on; the likeliest first. */
  readonly actions: ReactNode
  /** Came in place of something else on the page: take the focus, so that it is read. */
  readonly takesFocus?: boolean
}

const toneColour = { good: 'text-good', bad: 'text-accent', calm: 'text-soft' } as const

/** Where an order stands, when it is no form: one thing said plainly, then the ways on. */
export function OrderMessage(props: OrderMessageProps) {
  const { icon, tone, title, children, actions, takesFocus = false } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Card as="section" look="lifted" className="tablet:p-9">
      <div className={toneColour[tone]} aria-hidden="true">
        {icon}
      </div>
      <PageTitle ref={heading} className="mt-4 outline-none">
        {title}
      </PageTitle>
      <div className="mt-3 space-y-3 text-lg text-soft">{children}</div>
      <div className="perforation mt-7" aria-hidden="true" />
      <div className="mt-6 flex flex-wrap gap-3 *:grow tablet:*:grow-0">{actions}</div>
    </Card>
  )
}
