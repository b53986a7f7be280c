import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { keyScopesOf } from '../../graph/key-scopes.ts'
import type { KeyRowFragment } from '../../graph/types.ts'
import { countryName, formatDay, formatDistance, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { CountrySource } from '../settings/country-source.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { AgentAddress } from './agent-address.tsx'
import { RenameKeyDialog, RevokeDialog, RotateDialog } from './key-dialogs.tsx'
import { ApiKeys } from './keys.graphql.ts'
import { NewKey } from './new-key.tsx'

const path = '/settings/keys'
const dialogs = { rotate: RotateDialog, rename: RenameKeyDialog, revoke: RevokeDialog }

interface ChosenKey {
  readonly apiKey: KeyRowFragment
  readonly dialog: keyof typeof dialogs
}

type ChooseKey = (key: ChosenKey) => void

/** The keys with which programs use the workspace. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function KeysScreen() {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const scopes = params.get('new')
  // Over the list, which is read anew after each change.
  const [chosen, setChosen] = useState<ChosenKey | null>(null)
  const Chosen = chosen && dialogs[chosen.dialog]
  return (
    <SettingsFrame title={t('quota.API_KEYS')} lead={t('keys.lead')}>
      <Pages
        query={ApiKeys}
        variables={{}}
        listOf={({ apiKeys }) => apiKeys}
        row={(apiKey) => <KeyRow apiKey={apiKey} onChoose={setChosen} />}
        rowHeight={88}
        head={<NewKeyLink />}
        empty={
          <Empty title={t('keys.none')} lead={t('keys.noneLead')} level={3}>
            <NewKeyLink kind="main" />
          </Empty>
        }
      />
      <AgentAddress />
      <CountrySource />
      {scopes !== null && <NewKey scopes={scopes} onClose={() => navigate(path)} />}
      {Chosen && <Chosen apiKey={chosen.apiKey} onClose={() => setChosen(null)} />}
    </SettingsFrame>
  )
}

function NewKeyLink({ kind = 'secondary' }: { readonly kind?: 'main' | 'secondary' }) {
  return (
    <ButtonLink href={`${path}?new`} kind={kind} icon="plus">
      {t('keys.new')}
    </ButtonLink>
  )
}

function KeyRow({ apiKey, onChoose }: { readonly apiKey: KeyRowFragment; readonly onChoose: ChooseKey }) {
  const { name, keyPreview, scopes, isActive, isOwn } = apiKey
  const { icon, text } = describeState(apiKey)
  const choose = (dialog: ChosenKey['dialog']) => () => onChoose({ apiKey, dialog })
  const label = t('links.actions', { address: name })
  return (
    <Row
      name={name}
      detail={<code>{keyPreview}</code>}
      isEnded={!isActive}
      lines={[
        keyScopesOf(scopes)
          .map((scope) => t(`keys.scope.${scope}`))
          .join(' · '),
      ]}
      notes={[
        <>
          <Icon name={icon} size={14} />
          {text}
        </>,
        describeUse(apiKey),
      ]}
    >
      <Menu
        label={label}
        trigger={<Button kind="quiet" icon="more" label={label} />}
        actions={[
          { id: 'rename', name: t('keys.rename'), icon: 'edit', act: choose('rename') },
          ...(isActive && isOwn
            ? ([{ id: 'rotate', name: t('keys.rotate'), icon: 'renew', act: choose('rotate') }] as const)
            : []),
          ...(isActive
            ? ([
                null,
                { id: 'revoke', name: t('keys.revoke'), icon: 'trash', isDangerous: true, act: choose('revoke') },
              ] as const)
            : []),
        ]}
      />
    </Row>
  )
}

function describeUse({ lastUsedAt, lastUsedCountry }: KeyRowFragment): string {
  if (!lastUsedAt) return t('keys.neverUsed')
  const when = formatDistance(lastUsedAt)
  return lastUsedCountry
    ? t('keys.usedFrom', { when, country: countryName(lastUsedCountry) })
    : t('keys.used', { when })
}

function describeState({ isActive, expiresAt, revokedAt }: KeyRowFragment): { icon: IconName; text: string } {
  if (revokedAt) return { icon: 'close', text: t('keys.revoked', { when: formatDay(revokedAt) }) }
  if (!isActive) return { icon: 'clock', text: t('keys.expired', { when: formatDay(expiresAt) }) }
  return { icon: 'check', text: t('keys.active', { when: formatInstant(expiresAt) }) }
}
