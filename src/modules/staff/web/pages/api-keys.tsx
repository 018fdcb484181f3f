import { useState } from 'react'
import { keyPermissions } from '#contract/staff-permissions.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatDateTime } from '#kernel/format.ts'
import { listApiKeys, revokeApiKey, type ApiKeyView } from '../../api-keys-contract.ts'
import { MakeKey } from '../parts/make-key.tsx'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import { useTexts } from '../texts.ts'

/** API keys of the organiser's own programs: owners create and revoke them. */
export default function ApiKeysPage() {
  const t = useTexts()
  const keys = useLoaded(listApiKeys, {})
  return (
    <>
      <title>{t('keysTitle')}</title>
      <PageTitle look="office">{t('keysTitle')}</PageTitle>
      <p className="mt-1 max-w-[42rem] text-soft">{t('keysNote')}</p>
      <div className="mt-group space-y-group">
        <LoadedPart of={keys}>
          {({ items }) => (
            <>
              {items.length === 0 ? (
                <EmptyState title={t('keysNone')} />
              ) : (
                <ul className="border-t border-rule">
                  {items.map((key) => (
                    <KeyRow key={key.apiKeyId} apiKey={key} onChanged={keys.reload} />
                  ))}
                </ul>
              )}
              <Panel
                title={t('keyMakeTitle')}
                action={
                  <LinkButton look="plain" href="/docs">
                    {t('keyDocs')}
                  </LinkButton>
                }
              >
                <MakeKey onMade={keys.reload} />
              </Panel>
            </>
          )}
        </LoadedPart>
      </div>
    </>
  )
}

function KeyRow({ apiKey, onChanged }: { apiKey: ApiKeyView; onChanged: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const [isConfirming, setConfirming] = useState(false)
  const { apiKeyId, name, hint, permissions, state, expiresAt, lastUsedAt } = apiKey
  const facts = [
    t('keyMadeBy', {
      name: apiKey.createdBy,
      at: formatDate(locale, apiKey.createdAt, { year: true }),
    }),
    lastUsedAt ? t('keyUsed', { at: formatDateTime(locale, lastUsedAt) }) : t('keyUnused'),
    t('keyPerMinute', { count: apiKey.requestsPerMinute }),
    ...(expiresAt ? [t('keyUntil', { at: formatDate(locale, expiresAt, { year: true }) })] : []),
  ]
  return (
    <li className="flex flex-wrap items-start gap-x-group gap-y-near border-b border-rule py-near">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-tight">
          <span className="font-semibold break-words">{name}</span>
          <span className="figures text-soft">{t('keyEnds', { hint })}</span>
          <Badge tone={state === 'active' ? 'good' : 'warn'}>{t(`keyState-${state}`)}</Badge>
        </p>
        <Dotted
          className="text-note"
          facts={keyPermissions
            .filter((one) => permissions.includes(one))
            .map((one) => t(`keyMay-${one}`))}
        />
        <Dotted className="text-note text-soft" facts={facts} />
      </div>
      {(state === 'active' || state === 'left') && (
        <Button
          look="quiet"
          aria-label={t('keyRevokeNamed', { name })}
          onClick={() => setConfirming(true)}
        >
          {t('keyRevoke')}
        </Button>
      )}
      {isConfirming && (
        <PasswordDialog
          isDanger
          title={t('keyRevokeTitle', { name })}
          note={t('keyRevokeNote')}
          confirmText={t('keyRevoke')}
          onClose={() => setConfirming(false)}
          send={async (password) => {
            await browserClient(locale).send(revokeApiKey, { body: { apiKeyId, password } })
            setConfirming(false)
            onChanged()
          }}
        />
      )}
    </li>
  )
}
