import type { ReactNode } from 'react'
import { PageTitle } from '#design/parts/page-title.tsx'

/** One thing said plainly, and what can be done about it. */
export function InvitedHead(props: { title: string; text: string; children?: ReactNode }) {
  return (
    <header className="space-y-4">
      <PageTitle>{props.title}</PageTitle>
      <p className="max-w-prose text-lg text-soft">{props.text}</p>
      {props.children}
    </header>
  )
}
