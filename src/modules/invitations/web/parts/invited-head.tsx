import type { ReactNode } from 'react'

/** One thing said plainly, and what can be done about it. */
export function InvitedHead(props: { title: string; text: string; children?: ReactNode }) {
  return (
    <header className="space-y-4">
      <h1 className="font-display text-[1.75rem] leading-tight font-[800] tablet:text-[2.5rem]">
        {props.title}
      </h1>
      <p className="max-w-prose text-lg text-soft">{props.text}</p>
      {props.children}
    </header>
  )
}
