import { pictureSet } from '#design/picture-set.ts'
import { Carousel } from '#design/parts/carousel.tsx'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMajor } from '#kernel/format.ts'
import type { ShownBlock } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { Countdown } from './countdown.tsx'
import { QuestionList, questionsLinkedData } from './question-list.tsx'

/** Uploaded pictures are at most as wide; narrower ones are answered as they are. */
const sentWidthMax = 1_600

type Block<Type extends ShownBlock['type']> = Extract<ShownBlock, { type: Type }>

/** One block of a campaign page. */
export function CampaignBlock({ block, isFirst }: { block: ShownBlock; isFirst: boolean }) {
  switch (block.type) {
    case 'hero':
      return <Hero block={block} isFirst={isFirst} />
    case 'text':
      return <TextBlock block={block} />
    case 'shows':
      return <Shows block={block} />
    case 'carousel':
      return <Slides block={block} />
    case 'countdown':
      return (
        <Part title={block.title}>
          <Countdown until={block.until} after={block.after} />
        </Part>
      )
    case 'banner':
      return <Banner block={block} />
    case 'faq':
    case 'questions':
      return <Questions block={block} />
  }
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="page mt-12 *:max-w-[64rem]">
      {title !== '' && <h2 className="font-display text-2xl font-bold tablet:text-3xl">{title}</h2>}
      {children}
    </section>
  )
}

function ActionLink({ way }: { way: Block<'text'>['way'] }) {
  if (!way) return null
  return (
    <LinkButton href={way.path} className="mt-5 wrap-anywhere">
      {way.text}
    </LinkButton>
  )
}

/** The first hero is the page's main heading; others are headings of sections. */
function Hero({ block, isFirst }: { block: Block<'hero'>; isFirst: boolean }) {
  const { title, text, image, way } = block
  return (
    <header className={isFirst ? 'bg-band text-on-band' : 'mt-12 bg-sunk'}>
      <div className="page grid items-center gap-x-part gap-y-group py-12 tablet:py-20 desk:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          {isFirst ? (
            <PageTitle look="display" className="max-w-[22ch] max-tablet:text-2xl">
              {title}
            </PageTitle>
          ) : (
            <h2 className="font-display text-3xl font-bold">{title}</h2>
          )}
          {text !== '' && <p className="mt-5 max-w-[38rem] text-lg tablet:text-xl">{text}</p>}
          <ActionLink way={way} />
        </div>
        {image !== null && (
          <img
            src={image}
            srcSet={pictureSet({ url: image, width: sentWidthMax })}
            sizes="(min-width:1023px) 28rem,100vw"
            alt=""
            decoding="async"
            className="max-h-96 w-full rounded-lg object-cover desk:w-[28rem]"
          />
        )}
      </div>
    </header>
  )
}

function TextBlock({ block: { title, paragraphs, points, way } }: { block: Block<'text'> }) {
  return (
    <Part title={title}>
      {paragraphs.map((text) => (
        <p key={text} className="mt-3 !max-w-[42rem]">
          {text}
        </p>
      ))}
      {points.length > 0 && (
        <ul className="mt-3 !max-w-[42rem] list-disc space-y-2 pl-5">
          {points.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <ActionLink way={way} />
    </Part>
  )
}

function Shows({ block }: { block: Block<'shows'> }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Part title={block.title || t('campaignShows')}>
      <ul className="mt-5 grid gap-6 tablet:grid-cols-2 desk:grid-cols-3">
        {block.shows.map((show) => (
          <li key={show.showId} className="group relative">
            {show.imageUrl !== null && (
              <img
                src={show.imageUrl}
                srcSet={pictureSet({ url: show.imageUrl, width: 720 })}
                sizes="(min-width:1023px) 24rem,(min-width:720px) 45vw,100vw"
                width={720}
                height={960}
                alt=""
                loading="lazy"
                className="poster aspect-[3/4] w-full object-cover"
              />
            )}
            {show.fromDate !== null && (
              <p className="figures mt-3 text-sm font-semibold text-accent">
                {formatDateTime(locale, show.fromDate, show.timeZone)}
              </p>
            )}
            <h3 className="font-display text-lg font-bold">
              <a href={show.path} className="card-link">
                {show.name}
              </a>
            </h3>
            <p className="text-sm text-soft">{show.venueName}</p>
            {show.minPrice !== null && (
              <p className="mt-1 text-sm font-semibold">
                {show.minPrice === 0
                  ? t('free')
                  : t('from', { price: formatMajor(locale, show.minPrice) })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Slides({ block: { title, slides } }: { block: Block<'carousel'> }) {
  return (
    <Part title={title}>
      <div className="mt-5">
        <Carousel label={title} className="auto-cols-[minmax(15rem,22rem)] gap-group">
          {slides.map((slide) => (
            <li key={slide.title} className="group relative">
              {slide.image !== null && (
                <img
                  src={slide.image}
                  srcSet={pictureSet({ url: slide.image, width: sentWidthMax })}
                  sizes="22rem"
                  alt=""
                  loading="lazy"
                  className="aspect-[3/2] w-full rounded-lg bg-sunk object-cover"
                />
              )}
              <h3 className="mt-3 font-display text-lg font-bold">
                <a href={slide.path} className="card-link">
                  {slide.title}
                </a>
              </h3>
              {slide.text !== '' && <p className="text-sm text-soft">{slide.text}</p>}
            </li>
          ))}
        </Carousel>
      </div>
    </Part>
  )
}

function Banner({ block: { title, text, image, path } }: { block: Block<'banner'> }) {
  return (
    <section className="page mt-12">
      <a href={path} className="ticket-lift group block">
        <span className="ticket ticket-across flex min-h-24 items-center gap-5 overflow-hidden pr-5 [--cut:8.5rem]">
          {image !== null && (
            <img
              src={image}
              srcSet={pictureSet({ url: image, width: sentWidthMax })}
              sizes="8.5rem"
              alt=""
              loading="lazy"
              className="h-28 w-[8.5rem] shrink-0 bg-sunk object-cover"
            />
          )}
          <span className="min-w-0 py-3 pl-5 first:pl-6">
            <span className="block font-display text-lg leading-snug font-bold group-hover:underline">
              {title}
            </span>
            {text !== '' && <span className="mt-1 block text-sm text-soft">{text}</span>}
          </span>
        </span>
      </a>
    </section>
  )
}

function Questions({ block }: { block: Block<'questions'> | Block<'faq'> }) {
  const t = useTexts()
  const { id, title, items } = block
  return (
    <Part title={title || t('campaignQuestions')}>
      <JsonLd data={questionsLinkedData(items)} />
      <div className="mt-4">
        <QuestionList
          questions={items.map((item, index) => ({ ...item, anchor: `${id}-${index + 1}` }))}
        />
      </div>
    </Part>
  )
}
