import { useMutation, useQuery } from 'urql'
import { Redirect, useLocation, useParams } from 'wouter'
import { ownTitle, shortDestination, withoutScheme } from '../../app/addresses.ts'
import { Later } from '../../app/error-boundary.tsx'
import { laterScreen } from '../../app/later-screen.ts'
import { Missing } from '../../app/missing.tsx'
import { type Tab, Tabs } from '../../app/tabs.tsx'
import { useNewLink } from '../../app/use-new-link.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { describeState } from '../links/link-state.ts'
import { SetActive } from '../links/links.graphql.ts'
import { useDeleteLinks } from '../links/use-delete-links.ts'
import { FindLink, LinkHead } from './link.graphql.ts'
import type { LinkOfScreen } from './link-of-screen.ts'
import styles from './link-screen.module.css'

const BlockNotice = laterScreen(() => import('./block-notice.tsx'))

const tabs: readonly Tab<{ readonly link: LinkOfScreen }>[] = [
  { path: '', name: 'link.statistics', part: laterScreen(() => import('../statistics/link-statistics.tsx')) },
  { path: 'edit', name: 'link.edit', part: laterScreen(() => import('../link-form/edit-link.tsx')) },
  { path: 'qr', name: 'link.qr', part: laterScreen(() => import('../qr/link-qr.tsx')) },
  { path: 'rules', name: 'link.rules', part: laterScreen(() => import('../rules/rules-tab.tsx')) },
  {
    path: 'history',
    name: 'link.history',
    part: laterScreen(() => import('./history-tab.tsx')),
    formerPaths: ['activity', 'health'],
  },
]

/** One link: its address, and what there is about it in tabs. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function LinkScreen() {
  const { id = '', '*': tabPath = '' } = useParams<{ id: string; '*': string }>()
  const isId = id.startsWith('lnk_')
  const [{ data, error }, ask] = useQuery({ query: LinkHead, variables: { id }, pause: !isId })
  if (!isId) return <LinkByCode code={id} tabPath={tabPath} />
  const problem = problemOf(error)
  if (problem?.code === 'LINK_NOT_FOUND') return <Missing />
  if (problem) return <Problem problem={problem} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  const link = data?.url
  if (!link) return <ScreenSkeleton />
  return (
    <>
      <Head link={link} />
      {link.blockedReason && (
        <Later failure={null}>
          <BlockNotice linkId={id} reason={link.blockedReason} />
        </Later>
      )}
      <Tabs tabs={tabs} base={`/links/${id}`} path={tabPath} label={t('link.parts')} partProps={{ link }} />
    </>
  )
}

function Head({ link }: { readonly link: LinkOfScreen }) {
  const { shortUrl, destination, id, code, isActive, note } = link
  const [, navigate] = useLocation()
  const [, setActive] = useMutation(SetActive)
  const deleteLinks = useDeleteLinks()
  const state = describeState(link)
  const newLink = useNewLink()
  return (
    <header className={styles.head}>
      <div>
        <h1>
          <a href={shortUrl} target="_blank" rel="noreferrer">
            {withoutScheme(shortUrl)}
          </a>
        </h1>
        <p className={styles.destination}>
          <Icon name="arrow" size={16} />
          <a href={destination} target="_blank" rel="noreferrer">
            {shortDestination(destination)}
          </a>
        </p>
        <p className={styles.title}>
          {ownTitle(link)}
          {state && (
            <span className={styles.state}>
              <Icon name={state.icon} size={14} /> {state.text}
            </span>
          )}
        </p>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.buttons}>
        <Button kind="main" icon="copy" onPress={() => copyText(shortUrl)}>
          {t('copy')}
        </Button>
        <Menu
          label={t('links.actions', { address: code })}
          trigger={<Button icon="more" label={t('links.actions', { address: code })} />}
          actions={[
            { id: 'duplicate', name: t('link.duplicate'), icon: 'copy', act: () => newLink.open({ from: id }) },
            {
              id: 'active',
              name: isActive ? t('link.turnOff') : t('link.turnOn'),
              icon: 'pause',
              act: () => setActive({ id, isActive: !isActive }),
            },
            null,
            {
              id: 'delete',
              name: t('link.delete'),
              icon: 'trash',
              isDangerous: true,
              act: () => {
                deleteLinks([id])
                navigate('/')
              },
            },
          ]}
        />
      </div>
    </header>
  )
}

/** An address with a code, as the home page has it, leads to the address with the id. */
function LinkByCode({ code, tabPath }: { readonly code: string; readonly tabPath: string }) {
  const [{ data, error }] = useQuery({ query: FindLink, variables: { code } })
  if (error) return <Problem problem={problemOf(error)} />
  if (!data) return <ScreenSkeleton />
  const link = data.urls?.nodes.find((each) => each.code.toLowerCase() === code.toLowerCase())
  if (!link) return <Missing />
  return <Redirect href={`/links/${link.id}/${tabPath}${location.search}`} replace />
}
