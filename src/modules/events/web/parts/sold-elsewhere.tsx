import { LinkButton } from '#design/parts/link-button.tsx'
import { useChoosingTexts } from '../choosing-texts.ts'

/** A notice that tickets are sold elsewhere, with a link. */
export default function SoldElsewhere(props: {
  transit: { label: string; path: string | null; url: string | null }
}) {
  const t = useChoosingTexts()
  const { label, path, url } = props.transit
  return (
    <div className="ticket-lift mt-8 max-w-2xl">
      <div className="ticket px-8 py-9 [--cut:50%]">
        <h2 className="font-display text-2xl font-[800]">{t('elsewhereTitle')}</h2>
        <p className="mt-2 text-soft">{t('elsewhereText')}</p>
        {path !== null && (
          <LinkButton to={path} className="mt-5">
            {label}
          </LinkButton>
        )}
        {url !== null && (
          <LinkButton href={url} rel="noopener noreferrer nofollow" className="mt-5">
            {label}
            <span className="sr-only"> ({t('otherSite', { site: new URL(url).hostname })})</span>
          </LinkButton>
        )}
        {url !== null && (
          <p className="mt-3 text-sm text-soft" aria-hidden="true">
            {t('otherSite', { site: new URL(url).hostname })}
          </p>
        )}
      </div>
    </div>
  )
}
