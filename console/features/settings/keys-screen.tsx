import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useLocation, useSearchParams } from 'wouter'
import { keyScopesOf } from '../../graph/key-scopes.ts'
import { problemOf } from '../../graph/problems.ts'
import type { KeyRowFragment } from '../../graph/types.ts'
import { formatDay, formatDistance, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RenameDialog, RevokeDialog, RotateDialog } from './key-dialogs.tsx'
import { ApiKeys } from './keys.graphql.ts'
import { NewKey } from './new-key.tsx'
import styles from './settings.module.css'

const pageSize = 50
const path = '/settings/keys'
const dialogs = { rotate: RotateDialog, rename: RenameDialog, revoke: RevokeDialog }

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
  useEffect(() => {
    document.title = `${t('quota.API_KEYS')} · Tack`
  }, [])
  return (
    <div className={styles.settings}>
      <h1>{t('nav.settings')}</h1>
      <section className={styles.part}>
        <header>
          <h2>{t('quota.API_KEYS')}</h2>
          <p>{t('keys.lead')}</p>
        </header>
        <Keys onChoose={setChosen} />
      </section>
      {scopes !== null && <NewKey scopes={scopes} onClose={() => navigate(path)} />}
      {Chosen && <Chosen apiKey={chosen.apiKey} onClose={() => setChosen(null)} />}
    </div>
  )
}

interface KeysProps {
  readonly onChoose: ChooseKey
  /** The last key of the page before. */
  readonly after?: string | null
}

/** A page of keys, and the older ones when they are wanted. */
function Keys({ onChoose, after = null }: KeysProps) {
  const [isContinued, setContinued] = useState(false)
  const [{ data, error }, ask] = useQuery({ query: ApiKeys, variables: { first: pageSize, after } })
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  const page = data?.apiKeys
  if (!page) return <Skeleton lines={3} height={88} />
  if (page.nodes.length === 0 && after === null)
    return (
      <div className={styles.empty}>
        <h3>{t('keys.none')}</h3>
        <p>{t('keys.noneLead')}</p>
        <NewKeyLink kind="main" />
      </div>
    )
  const { hasNextPage, endCursor } = page.pageInfo
  return (
    <>
      {after === null && <NewKeyLink />}
      <ul className={styles.list}>
        {page.nodes.map((apiKey) => (
          <KeyRow key={apiKey.id} apiKey={apiKey} onChoose={onChoose} />
        ))}
      </ul>
      {hasNextPage &&
        (isContinued ? (
          <Keys onChoose={onChoose} after={endCursor} />
        ) : (
          <Button onPress={() => setContinued(true)}>{t('more')}</Button>
        ))}
    </>
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
  const { name, keyPreview, scopes, isActive, isOwn, lastUsedAt } = apiKey
  const { icon, text } = describeState(apiKey)
  const choose = (dialog: ChosenKey['dialog']) => () => onChoose({ apiKey, dialog })
  const label = t('links.actions', { address: name })
  return (
    <li data-ended={!isActive || undefined}>
      <div className={styles.key}>
        <p className={styles.name}>
          <b>{name}</b>
          <code>{keyPreview}</code>
        </p>
        <p>
          {keyScopesOf(scopes)
            .map((scope) => t(`keys.scope.${scope}`))
            .join(' · ')}
        </p>
        <p className={styles.state}>
          <span>
            <Icon name={icon} size={14} />
            {text}
          </span>
          <span>{lastUsedAt ? t('keys.used', { when: formatDistance(lastUsedAt) }) : t('keys.neverUsed')}</span>
        </p>
      </div>
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
    </li>
  )
}

function describeState({ isActive, expiresAt, revokedAt }: KeyRowFragment): { icon: IconName; text: string } {
  if (revokedAt) return { icon: 'close', text: t('keys.revoked', { when: formatDay(revokedAt) }) }
  if (!isActive) return { icon: 'clock', text: t('keys.expired', { when: formatDay(expiresAt) }) }
  return { icon: 'check', text: t('keys.active', { when: formatInstant(expiresAt) }) }
}
