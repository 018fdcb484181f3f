import { LocalLink } from '#design/parts/local-link.tsx'
import type { EventOfShow } from '#modules/catalogue/contract.ts'
import type { CardItem } from '../card-item.ts'
import { DateList } from './date-list.tsx'
import { Poster } from './poster.tsx'
import { useShowTexts } from '../texts.ts'

/** The shows of a group, each with its own dates. */
export function Members(props: {
  members: readonly { readonly item: CardItem; readonly events: readonly EventOfShow[] }[]
}) {
  const t = useShowTexts()
  return (
    <section className="mt-9 desk:mt-12">
      <h2 className="mb-4 font-display text-2xl font-[800]">{t('members')}</h2>
      <ul className="space-y-10">
        {props.members.map(({ item, events }) => (
          <li key={item.itemId}>
            <div className="mb-3 flex items-center gap-4">
              <Poster
                images={item.images}
                kinds={['thumbnail', 'v3Poster']}
                className="poster aspect-square w-14 shrink-0"
              />
              <h3 className="font-display text-xl leading-snug font-bold">
                <LocalLink to={`/shows/${item.slug}`} className="hover:text-accent">
                  {item.name}
                </LocalLink>
              </h3>
            </div>
            <DateList events={events} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to the groups that a show belongs to. */
export function PartOf({ groups }: { groups: readonly { slug: string; name: string }[] }) {
  const t = useShowTexts()
  return groups.map((group) => (
    <p key={group.slug} className="mt-4">
      <LocalLink to={`/shows/${group.slug}`} className="link font-semibold">
        {t('partOf', { name: group.name })}
      </LocalLink>
    </p>
  ))
}
