import { Picture } from '#design/parts/picture.tsx'
import type { Notice } from '../../contract.ts'

/** A gift included with some tickets, shown while its switch is on. */
export function GiftStrip({ gift }: { gift: Notice }) {
  const image = gift.images.horizontal ?? gift.images.big
  return (
    <aside aria-label={gift.title} className="page mt-8">
      <a href={gift.path} className="ticket-lift group block">
        <span className="ticket ticket-across flex min-h-24 items-center gap-5 overflow-hidden pr-5 [--cut:8.5rem]">
          {image && <Picture image={image} sizes="8.5rem" className="h-28 w-[8.5rem] shrink-0" />}
          <span className="min-w-0 py-3">
            <span className="block font-display text-lg leading-snug font-bold group-hover:underline">
              {gift.title}
            </span>
            <span className="mt-1 block text-sm text-soft">{gift.text}</span>
          </span>
        </span>
      </a>
    </aside>
  )
}
