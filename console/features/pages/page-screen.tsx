import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Link, useLocation, useParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import { laterScreen } from '../../app/later-screen.ts'
import { Missing } from '../../app/missing.tsx'
import { type Tab, Tabs } from '../../app/tabs.tsx'
import { problemOf } from '../../graph/problems.ts'
import type { PageHeadFragment } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { NewPage } from './new-page.tsx'
import { stateOf } from './page-state.ts'
import { FindPage, UnpublishPage } from './pages.graphql.ts'
import styles from './pages.module.css'
import { useDeletePage } from './use-delete-page.ts'

const tabs: readonly Tab<{ readonly page: PageHeadFragment }>[] = [
  { path: '', name: 'link.edit', part: laterScreen(() => import('./page-editor.tsx')) },
  { path: 'statistics', name: 'link.statistics', part: laterScreen(() => import('./page-statistics.tsx')) },
  { path: 'qr', name: 'link.qr', part: laterScreen(() => import('./page-qr.tsx')) },
]

/** One page: what it shows, how it does, and its QR codes. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function PageScreen() {
  const { slug = '', '*': path = '' } = useParams<{ slug: string; '*': string }>()
  const [{ data, error }, ask] = useQuery({ query: FindPage, variables: { slug } })
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  if (!data) return <ScreenSkeleton />
  const page = data.bioPages?.nodes.find((each) => each.slug.toLowerCase() === slug.toLowerCase())
  if (!page) return <Missing />
  return (
    <>
      <Head page={page} />
      <Tabs tabs={tabs} base={`/pages/${page.slug}`} path={path} label={t('pages.parts')} partProps={{ page }} />
    </>
  )
}

function Head({ page }: { readonly page: PageHeadFragment }) {
  const [, navigate] = useLocation()
  const [, unpublish] = useMutation(UnpublishPage)
  const deletePage = useDeletePage()
  const [isCopying, setCopying] = useState(false)
  const { id, title, url, views, isPublished } = page
  const state = stateOf(page)
  const label = t('links.actions', { address: title })
  useEffect(() => {
    document.title = `${title} · Tack`
  }, [title])
  const hide = async () => {
    const problem = problemOf((await unpublish({ id })).error)
    notify(problem?.message ?? t('pages.unpublished'), { isProblem: problem !== null })
  }
  return (
    <header className={styles.head}>
      <div>
        <p>
          <Link href="/pages">{t('nav.pages')}</Link>
        </p>
        <h1>{title}</h1>
        <p>
          <a href={url} target="_blank" rel="noreferrer">
            {withoutScheme(url)}
          </a>
          <span>
            {formatNumber(views)} {t('pages.views', { count: views })}
          </span>
          {state && (
            <span className={styles.state}>
              <Icon name={state.icon} size={14} /> {state.text}
            </span>
          )}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button icon="copy" onPress={() => copyText(url)}>
          {t('copy')}
        </Button>
        <Menu
          label={label}
          trigger={<Button icon="more" label={label} />}
          actions={[
            { id: 'duplicate', name: t('link.duplicate'), icon: 'plus', act: () => setCopying(true) },
            ...(isPublished ? ([{ id: 'hide', name: t('pages.unpublish'), icon: 'pause', act: hide }] as const) : []),
            null,
            {
              id: 'delete',
              name: t('link.delete'),
              icon: 'trash',
              isDangerous: true,
              act: () => {
                deletePage(page)
                navigate('/pages')
              },
            },
          ]}
        />
      </div>
      {isCopying && <NewPage original={page} onClose={() => setCopying(false)} />}
    </header>
  )
}
