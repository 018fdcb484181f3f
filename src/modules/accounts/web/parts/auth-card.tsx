import type { ReactNode } from 'react'
import { Mark } from '#design/parts/mark.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Card } from '#design/parts/card.tsx'

interface AuthCardProps {
  readonly title: string
  readonly note?: ReactNode
  readonly children?: ReactNode
  /** The other way on, below the perforation. */
  readonly foot?: ReactNode
}

/** A ticket-shaped card in the middle of the page: the form above the perforation, the alternative below. */
export function AuthCard({ title, note, children, foot }: AuthCardProps) {
  return (
    <div className="page grid min-h-[70dvh] grid-cols-1 place-items-center py-8 tablet:py-14">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <Card as="section" look="open" className="relative w-full max-w-[29rem]">
        <div className="px-6 pt-8 pb-7 tablet:px-9 tablet:pt-10">
          <Mark className="h-9 w-auto" />
          <PageTitle className="mt-5">{title}</PageTitle>
          {note && <div className="mt-2 text-soft">{note}</div>}
          {children && <div className="mt-6">{children}</div>}
        </div>
        {foot && (
          <>
            <div className="relative flex h-5 items-center overflow-x-clip" aria-hidden="true">
              <span className="absolute -left-2.5 size-5 rounded-full bg-paper" />
              <div className="perforation mx-5 grow" />
              <span className="absolute -right-2.5 size-5 rounded-full bg-paper" />
            </div>
            <div className="px-6 pt-3 pb-6 tablet:px-9">{foot}</div>
          </>
        )}
      </Card>
    </div>
  )
}
