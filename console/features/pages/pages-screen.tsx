import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { Link, useLocation, useSearchParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import type { PageHeadFragment } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useHiddenLinks } from '../links/hidden-links.ts'
import { localAddress } from '../qr/qr-image.ts'
import { NewPage } from './new-page.tsx'
import { stateOf } from './page-state.ts'
import { Pages } from './pages.graphql.ts'
import styles from './pages.module.css'
import { useDeletePage } from './use-delete-page.ts'

const pageSize = 50

/** The pages of the workspace, and how often each was seen. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function PagesScreen() {
  const [params, setParams] = useSearchParams()
  const [original, setOriginal] = useState<PageHeadFragment | null>(null)
  const keptFocus = useKeptFocus()
  const isNew = params.has('new')
  useEffect(() => {
    document.title = `${t('nav.pages')} · Tack`
  }, [])
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{t('nav.pages')}</h1>
          <p>{t('pages.lead')}</p>
        </div>
      </header>
      <div ref={keptFocus}>
        <PageList onCopy={setOriginal} />
      </div>
      {(isNew || original) && (
        <NewPage
          original={original}
          onClose={() => {
            setOriginal(null)
            if (isNew) setParams({})
          }}
        />
      )}
    </>
  )
}

interface PageListProps {
  readonly onCopy: (page: PageHeadFragment) => void
  /** The last page of those before. */
  readonly after?: string | null
}

function PageList({ onCopy, after = null }: PageListProps) {
  const [isContinued, setContinued] = useState(false)
  const hidden = useHiddenLinks()
  const [{ data, error }, ask] = useQuery({
    query: Pages,
    variables: { first: pageSize, after },
    requestPolicy: 'cache-and-network',
  })
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  const list = data?.bioPages
  if (!list) return <Skeleton lines={3} height={72} />
  const pages = list.nodes.filter(({ id }) => !hidden.has(id))
  if (list.nodes.length === 0 && after === null)
    return (
      <section className={styles.empty}>
        <h2>{t('pages.none')}</h2>
        <p>{t('pages.noneLead')}</p>
        <NewPageLink kind="main" />
      </section>
    )
  const { hasNextPage, endCursor } = list.pageInfo
  return (
    <>
      {after === null && (
        <div className={styles.tools}>
          <NewPageLink />
        </div>
      )}
      <ul className={styles.list}>
        {pages.map((page) => (
          <PageRow key={page.id} page={page} onCopy={() => onCopy(page)} />
        ))}
      </ul>
      {hasNextPage &&
        (isContinued ? (
          <PageList onCopy={onCopy} after={endCursor} />
        ) : (
          <Button onPress={() => setContinued(true)}>{t('more')}</Button>
        ))}
    </>
  )
}

function NewPageLink({ kind = 'secondary' }: { readonly kind?: 'main' | 'secondary' }) {
  return (
    <ButtonLink href="/pages?new" kind={kind} icon="plus">
      {t('pages.new')}
    </ButtonLink>
  )
}

function PageRow({ page, onCopy }: { readonly page: PageHeadFragment; readonly onCopy: () => void }) {
  const [, navigate] = useLocation()
  const deletePage = useDeletePage()
  const { slug, title, url, views, avatarUrl } = page
  const label = t('links.actions', { address: title })
  const state = stateOf(page)
  return (
    <li>
      {avatarUrl ? <img src={localAddress(avatarUrl)} alt="" loading="lazy" /> : <Icon name="page" size={24} />}
      <p className={styles.what}>
        <Link href={`/pages/${slug}`}>{title}</Link>
        <span>{withoutScheme(url)}</span>
        {state && (
          <span className={styles.state}>
            <Icon name={state.icon} size={14} /> {state.text}
          </span>
        )}
      </p>
      <p className={styles.views}>
        <b>{formatNumber(views)}</b>
        <small>{t('pages.views', { count: views })}</small>
      </p>
      <Menu
        label={label}
        trigger={<Button kind="quiet" icon="more" label={label} />}
        actions={[
          { id: 'edit', name: t('link.edit'), icon: 'edit', act: () => navigate(`/pages/${slug}`) },
          { id: 'copy', name: t('copy'), icon: 'copy', act: () => copyText(url) },
          { id: 'duplicate', name: t('link.duplicate'), icon: 'plus', act: onCopy },
          null,
          { id: 'delete', name: t('link.delete'), icon: 'trash', isDangerous: true, act: () => deletePage(page) },
        ]}
      />
    </li>
  )
}
