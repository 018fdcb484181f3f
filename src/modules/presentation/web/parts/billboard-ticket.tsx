import { LinkButton } from '#design/parts/link-button.tsx'
import { pictureSet } from '#design/picture-set.ts'
import type { Notice } from '../../contract.ts'

/** A billboard among the large tickets at the top of the home page: text and link, without date and price. */
export function BillboardTicket({ billboard, action }: { billboard: Notice; action: string }) {
  const image = billboard.images.big ?? billboard.images.horizontal
  return (
    <article className="ticket-lift flex *:grow" data-billboard={billboard.billboardId}>
      <div className="ticket banner-ticket grid grid-rows-[auto_1fr] desk:grid-cols-[minmax(0,1fr)_25rem] desk:grid-rows-1">
        {image && (
          <img
            src={image.url}
            srcSet={pictureSet(image)}
            sizes="100vw"
            width={image.width}
            height={image.height}
            alt=""
            decoding="async"
            className="banner-art w-full bg-sunk object-cover"
          />
        )}
        <div className="flex min-w-0 flex-col px-6 pt-7 pb-6 desk:px-9 desk:py-8">
          {billboard.advertiser !== null && (
            <p className="text-sm font-semibold text-soft">{billboard.advertiser}</p>
          )}
          <h2 className="mt-1.5 font-display text-[1.75rem] leading-[1.15] font-[800] desk:text-[2.125rem]">
            <a href={billboard.path} className="hover:text-accent">
              {billboard.title}
            </a>
          </h2>
          <p className="mt-2.5 line-clamp-4 text-note text-soft">{billboard.text}</p>
          <LinkButton href={billboard.path} className="mt-auto self-start">
            {action}
          </LinkButton>
        </div>
      </div>
    </article>
  )
}
