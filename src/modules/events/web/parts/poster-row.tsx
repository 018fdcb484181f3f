import { Rail } from '#design/parts/rail.tsx'
import type { CardItem } from '../card-item.ts'
import { ShowCard } from './show-card.tsx'

/** One row of posters that can be swiped. */
export default function PosterRow({ items, label }: { items: readonly CardItem[]; label: string }) {
  return (
    <div className="-mx-[clamp(1rem,3.2vw,3rem)]">
      <Rail
        label={label}
        className="scroll-px-[clamp(1rem,3.2vw,3rem)] auto-cols-[minmax(9.5rem,42vw)] gap-4 px-[clamp(1rem,3.2vw,3rem)] tablet:auto-cols-[14rem] tablet:gap-6 desk:auto-cols-[calc((100%-6rem)/5)] wide:auto-cols-[calc((100%-7.5rem)/6)]"
      >
        {items.map((item) => (
          <li key={`${item.itemType}${item.itemId}`} className="flex *:grow">
            <ShowCard item={item} />
          </li>
        ))}
      </Rail>
    </div>
  )
}
