import { Picture } from '#design/parts/picture.tsx'
import type { Advertisement } from '../../contract.ts'

export interface AdSlotProps {
  readonly ad: Advertisement
  readonly label: string
  /** Replaces the default margins, where it is not between sections of a page. */
  readonly className?: string
}

/**
 * A labelled advertisement among shows. Its picture has fixed dimensions and its text at most two lines, so the layout
 * does not shift while it loads.
 */
export function AdSlot({ ad, label, className = 'page mt-14 tablet:mt-20' }: AdSlotProps) {
  const image = ad.images.horizontal ?? ad.images.big
  return (
    <aside aria-label={label} className={className}>
      <a
        href={ad.path}
        rel="sponsored"
        className="group grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4 border-y border-rule py-4 tablet:grid-cols-[13rem_minmax(0,1fr)_auto] tablet:gap-8"
      >
        {image && (
          <Picture
            image={image}
            sizes="(min-width:720px) 13rem,7rem"
            className="poster aspect-[3/2] w-full"
          />
        )}
        <span className="min-w-0">
          <span className="block text-sm text-soft">
            {label}
            {ad.advertiser !== null && ` · ${ad.advertiser}`}
          </span>
          <span className="mt-1 line-clamp-2 font-display text-lg leading-snug font-bold group-hover:underline tablet:text-2xl">
            {ad.title}
          </span>
          <span className="mt-1 line-clamp-2 text-sm text-soft tablet:text-base">{ad.text}</span>
        </span>
        <span aria-hidden="true" className="hidden pr-2 text-3xl text-soft tablet:block">
          →
        </span>
      </a>
    </aside>
  )
}
