import type { ReactNode } from 'react'
import { PageTitle } from '#design/parts/page-title.tsx'

/** Heading and text of a state, with its actions. */
export function InvitedHead(props: { title: string; text: string; children?: ReactNode }) {
  return (
    <header className="space-y-4">
      <PageTitle>{props.title}</PageTitle>
      <p className="max-w-prose text-lg text-soft">{props.text}</p>
      {props.children}
    </header>
  )
}
